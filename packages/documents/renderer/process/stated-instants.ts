/** Instants as they stand in the information dictionary of a PDF and in its XMP packet, which is not compressed. */
const creationEntries = (at: Date): readonly string[] => {
  const iso = at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  return [`/CreationDate (D:${iso.replace(/\D/g, '')}Z)`, `<xmp:CreateDate>${iso}+00:00</xmp:CreateDate>`]
}

/**
 * Sets back the instant of creation in a PDF that Typst made: it knows one instant only. Everything stays where it is.
 *
 * @param madeAt the instant that stands there
 * @throws when it does not stand there
 */
export function setBackCreation(pdf: Buffer, madeAt: Date, createdAt: Date): void {
  const created = creationEntries(createdAt)
  for (const [index, made] of creationEntries(madeAt).entries()) {
    const at = pdf.lastIndexOf(made, undefined, 'latin1')
    if (at < 0) throw new Error('a PDF does not state when it was created')
    pdf.write(created[index] ?? made, at, 'latin1')
  }
}
