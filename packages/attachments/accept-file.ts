import { documentFileOf, type ImageType } from '@ecmr/ocr/images'
import { faultInPdf } from './check-pdf.js'
import type { Location } from './pictures/exif.js'
import { stripJpeg } from './pictures/strip-jpeg.js'
import { stripPng } from './pictures/strip-png.js'
import { stripWebp } from './pictures/strip-webp.js'
import type { Stripped } from './pictures/stripped.js'

/** What attachments can be, by their bytes. */
export const attachmentTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type AttachmentType = (typeof attachmentTypes)[number]

export const fileFaults = [
  'empty',
  'too_large',
  /** neither jpeg, png, webp nor PDF, whatever it is called */
  'wrong_type',
  /** it breaks off, is malformed, or is another file besides */
  'damaged',
  'animated',
  'too_small',
  'too_many_pixels',
  /** a PDF that says that it runs scripts or starts programs */
  'active_content',
] as const
export type FileFault = (typeof fileFaults)[number]

/** A file that can be kept. */
export interface AcceptedFile {
  readonly mediaType: AttachmentType
  /** of a picture without its metadata; the pixels are those that were sent */
  readonly bytes: Uint8Array
  /** of a picture, in pixels */
  readonly width?: number
  readonly height?: number
  /** where a picture says that it was taken; no longer part of `bytes` */
  readonly location?: Location
}

export type CheckedAttachment =
  | { readonly ok: true; readonly file: AcceptedFile }
  | { readonly ok: false; readonly fault: FileFault }

/**
 * Looks at a file that is to be added to a note, and takes from pictures what says where, when and by what they were taken. Nothing is
 * decoded, so it takes linear time and twice the file's memory.
 *
 * @example
 * const checked = acceptFile(await readFile(path))
 */
export function acceptFile(sent: Uint8Array): CheckedAttachment {
  const checked = documentFileOf(sent)
  if (!checked.ok) return { ok: false, fault: known(checked.fault.code) }
  const { file } = checked
  if (file.mediaType === 'application/pdf') {
    const fault = faultInPdf(sent)
    return fault ? { ok: false, fault } : { ok: true, file: { mediaType: file.mediaType, bytes: sent } }
  }
  const { mediaType, width, height } = file
  const stripped = strips[mediaType](sent)
  if (stripped === undefined) return { ok: false, fault: 'damaged' }
  return { ok: true, file: { mediaType, width, height, ...stripped } }
}

const strips: Readonly<Record<ImageType, (bytes: Uint8Array) => Stripped | undefined>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
}

/** What cannot be wrong with a file that was sent as such counts as damage. */
function known(code: string): FileFault {
  return fileFaults.find((one) => one === code) ?? 'damaged'
}
