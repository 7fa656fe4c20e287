import {
  type DocumentImage,
  documentImage,
  documentImageInFile,
  LARGEST_IMAGE,
  readDataUrl,
} from './document-image.js'
import { type ImageFault, isPdf, PDF, signedType } from './image-size.js'

/** So many pages are read at once, whether they come as images, in a PDF, or both. */
export const MOST_PAGES = 8

/** More bytes than this the files of one request may not have together: 20 MB. */
export const LARGEST_TOGETHER = 20 * 1024 * 1024

/** A PDF file by its beginning and its end. How many pages it has is seen when it is opened, apart. */
export interface DocumentPdf {
  readonly mediaType: typeof PDF
  readonly bytes: Uint8Array
}

/** What a page, or several, can be read from. */
export type DocumentFile = DocumentImage | DocumentPdf

/** One page of a PDF. */
export interface PdfPage extends DocumentPdf {
  /** from 1 */
  readonly page: number
}

/** One page as it is handed to a reader. */
export type PageSource = DocumentImage | PdfPage

export function isPdfPage(source: PageSource): source is PdfPage {
  return source.mediaType === PDF
}

export type CheckedFile =
  | { readonly ok: true; readonly file: DocumentFile }
  | { readonly ok: false; readonly fault: ImageFault }

const PDF_URL = /^\s*data:application\/pdf[;,]/i

/**
 * The file in a data URL: an image, with the limits of `documentImage`, or a PDF up to 10 MB. Nothing is decoded here.
 *
 * @example
 * documentFile('data:application/pdf;base64,JVBERi0xLjcK…')
 */
export function documentFile(text: string): CheckedFile {
  if (!PDF_URL.test(text.slice(0, 64))) return ofImage(documentImage(text))
  const read = readDataUrl(text)
  return read.ok ? ofPdf(read.bytes) : read
}

/** The file that these bytes are, whatever its name says; with the limits of `documentFile`. */
export function documentFileOf(bytes: Uint8Array): CheckedFile {
  if (!isPdf(bytes)) return ofImage(documentImageInFile(bytes))
  return bytes.length > LARGEST_IMAGE ? { ok: false, fault: { code: 'too_large' } } : ofPdf(bytes)
}

function ofImage(checked: ReturnType<typeof documentImage>): CheckedFile {
  return checked.ok ? { ok: true, file: checked.image } : checked
}

// Programs write a line or a signature behind it.
const END_WITHIN = 2048

/** A PDF that breaks off has no end; readers of PDF would show what is left of it and be silent about the rest. */
function ofPdf(bytes: Uint8Array): CheckedFile {
  if (!isPdf(bytes)) {
    const found = signedType(bytes)
    return { ok: false, fault: { code: 'other_content', declared: PDF, ...(found && { found }) } }
  }
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-END_WITHIN)
  if (!end.includes('%%EOF')) return { ok: false, fault: { code: 'damaged' } }
  return { ok: true, file: { mediaType: PDF, bytes } }
}

export type CheckedFiles =
  | { readonly ok: true; readonly files: readonly DocumentFile[] }
  /** `file`: which of them it is, from 0; absent: all together */
  | { readonly ok: false; readonly fault: ImageFault; readonly file?: number }

/** All files of a request, of which there are at most MOST_PAGES and LARGEST_TOGETHER bytes. */
export function documentFiles<Sent>(sent: readonly Sent[], check: (each: Sent) => CheckedFile): CheckedFiles {
  if (sent.length > MOST_PAGES) return { ok: false, fault: { code: 'too_many_pages', pages: sent.length } }
  const files: DocumentFile[] = []
  let bytes = 0
  for (const [index, each] of sent.entries()) {
    const checked = check(each)
    if (!checked.ok) return { ...checked, file: index }
    bytes += checked.file.bytes.length
    if (bytes > LARGEST_TOGETHER) return { ok: false, fault: { code: 'too_large_together' } }
    files.push(checked.file)
  }
  return { ok: true, files }
}
