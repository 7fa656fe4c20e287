import { type DocumentInput, documentContent, openDocumentRenderer } from '@ecmr/documents'
import type { Test } from 'tap'
import { type SeenPdf, seenPdf } from '../../support/pdf.js'

/** A document as the programs of others see it. */
export interface Seen extends SeenPdf {
  readonly pages: number
  readonly bytes: number
  /** its text without any white space, so that it does not matter where lines break */
  readonly letters: string
  /** the same above the foot of the pages */
  readonly body: string
}

export const letters = (text: string): string => text.replaceAll(/\s+/g, '')

/** Renders documents with the templates that are installed. */
export function renderer(t: Test): (input: DocumentInput) => Promise<Seen> {
  const log = { info() {}, warn() {} }
  const opened = openDocumentRenderer({ processes: 1, log })
  t.teardown(() => opened.close())
  return async (input) => {
    const signal = AbortSignal.timeout(60_000)
    const { bytes, pages } = await opened.render(documentContent(input), { companyId: 'one', signal })
    const pdf = seenPdf(t, bytes)
    const above = pdf.ask('pdftotext', '-raw', '-x', '0', '-y', '0', '-W', '595', '-H', '788', 'FILE', '-')
    return { ...pdf, pages, bytes: bytes.length, letters: letters(pdf.text()), body: letters(above) }
  }
}
