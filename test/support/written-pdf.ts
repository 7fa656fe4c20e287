/** A line of text on a page: where it begins, in points from the left and from the top, and how large it is. */
export type PdfText = readonly [text: string, x: number, y: number, size?: number]

export interface PdfPageOf {
  readonly texts?: readonly PdfText[]
  /** drawn before the texts, as PDF operators */
  readonly before?: string
  /** drawn after them */
  readonly after?: string
  readonly size?: readonly [width: number, height: number]
  /** further resources of the page */
  readonly resources?: string
  /** further entries of the page */
  readonly more?: string
}

/**
 * A PDF of these pages, written by hand, in Helvetica.
 *
 * @param catalog further entries of the catalogue, and objects after the usual ones, from number 3 + 2 × pages on
 */
export function writtenPdf(
  pages: readonly PdfPageOf[],
  {
    catalog = '',
    trailer = '',
    objects = [],
  }: { catalog?: string; trailer?: string; objects?: string[] } = {},
): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => pageObjects(page, 5 + 2 * index)),
    ...objects,
  ]
  const parts = ['%PDF-1.7\n']
  const offsets = all.map((object, index) => {
    const offset = parts.reduce((sum, part) => sum + part.length, 0)
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`)
    return offset
  })
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(`xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}`)
  parts.push(`trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

function pageObjects(
  {
    texts = [],
    before = '',
    after = '',
    size: [width, height] = [595, 842],
    resources = '',
    more = '',
  }: PdfPageOf,
  content: number,
): readonly string[] {
  const shown = texts.map(
    ([text, x, y, size = 11]) =>
      `BT /F ${size} Tf ${x} ${height - y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
  )
  const stream = [before, ...shown, after].join('\n')
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F 3 0 R >> ${resources} >> /Contents ${content} 0 R ${more} >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
}

export const pdfUrl = (pdf: Uint8Array): string =>
  `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`
