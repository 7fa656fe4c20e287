const HEADER = '%PDF-'
const END = '%%EOF'
/** Names of what runs or starts something when a PDF is opened (ISO 32000-1, section 12.6.4). */
const ACTIVE = ['/JavaScript', '/Launch', '/RichMedia', '/Rendition', '/ImportData', '/SubmitForm', '/GoToE']
/** A name goes on with these. */
const REGULAR = /[\w.+-]/

/** What is wrong with a PDF as an attachment. */
export type PdfFault = 'damaged' | 'active_content'

/**
 * Looks at a PDF without opening it, in linear time: it begins at once and ends with its end, so that it is no other file besides, and
 * does not say in clear that it runs anything. What is compressed inside is not seen.
 */
export function faultInPdf(bytes: Uint8Array): PdfFault | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!text.subarray(0, HEADER.length).equals(Buffer.from(HEADER))) return 'damaged'
  const end = text.lastIndexOf(END)
  if (end === -1 || text.toString('latin1', end + END.length).trim() !== '') return 'damaged'
  return ACTIVE.some((name) => says(text, name)) ? 'active_content' : undefined
}

function says(text: Buffer, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!REGULAR.test(text.toString('latin1', at + name.length, at + name.length + 1))) return true
  return false
}
