import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type DocumentPdf, MOST_PAGES } from '../images/document-file.js'
import type { ImageFault } from '../images/image-size.js'

/** PDF.js draws on canvases of the same package that decodes images. It is loaded for the first PDF. */
export const pdfJs = () => import('pdfjs-dist/legacy/build/pdf.mjs')

type Faulty = { readonly ok: false; readonly fault: ImageFault }

const damaged: Faulty = { ok: false, fault: { code: 'damaged' } }

// What an image may have; scans in a PDF that have more are not drawn.
const LARGEST_PICTURE = 50_000_000

/**
 * Opens a PDF and closes it after use. Scripts, forms made of scripts, embedded files and links are never looked at: PDF.js runs scripts
 * only with a sandbox of its own, which is not loaded, and functions of the file are interpreted, never compiled.
 */
export async function withPdf<T>(
  { bytes }: DocumentPdf,
  use: (pdf: PDFDocumentProxy) => Promise<T>,
): Promise<T | Faulty> {
  const { getDocument } = await pdfJs()
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const loading = getDocument({
    // It takes the bytes over, so it is given its own.
    data: Uint8Array.from(bytes),
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
    iccUrl: `${join(folder, 'iccs')}/`,
    useSystemFonts: false,
    disableFontFace: true,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: LARGEST_PICTURE,
    verbosity: 0,
  })
  try {
    const opened = await loading.promise.catch((error: unknown): Faulty => {
      const isLocked = error instanceof Error && error.name === 'PasswordException'
      return isLocked ? { ok: false, fault: { code: 'encrypted' } } : damaged
    })
    return 'ok' in opened ? opened : await use(opened)
  } finally {
    await loading.destroy()
  }
}

/** How many pages a PDF has, or why it is not read. */
export type PagesCounted = { readonly ok: true; readonly pages: number } | Faulty

/** Opens a PDF and looks at how many pages it has, and how large they are. */
export function countPages(pdf: DocumentPdf): Promise<PagesCounted> {
  return withPdf(pdf, async (opened): Promise<PagesCounted> => {
    const pages = opened.numPages
    if (pages > MOST_PAGES) return { ok: false, fault: { code: 'too_many_pages', pages } }
    for (let page = 1; page <= pages; page += 1) {
      const found = await opened.getPage(page).catch(() => undefined)
      if (found === undefined) return damaged
      const fault = sizeFault(found, page)
      if (fault) return { ok: false, fault }
    }
    return { ok: true, pages }
  })
}

const POINTS_PER_INCH = 72
const METRES_PER_INCH = 0.0254
// Programs that make a PDF of a photograph take a pixel for a point, so pages of two metres are common. This is the format's own limit.
const LONGEST_INCHES = 200

function sizeFault(found: PDFPageProxy, page: number): ImageFault | undefined {
  const inches = sizeOf(found).map((points) => points / POINTS_PER_INCH)
  if (inches.every((side) => side <= LONGEST_INCHES)) return undefined
  const [width = 0, height = 0] = inches.map((side) => Number((side * METRES_PER_INCH).toPrecision(3)))
  return { code: 'page_too_large', page, width, height }
}

/** Width and height of a page as it is shown, in points. */
export function sizeOf(page: PDFPageProxy): readonly [number, number] {
  const { width, height } = page.getViewport({ scale: 1 })
  return [width, height]
}
