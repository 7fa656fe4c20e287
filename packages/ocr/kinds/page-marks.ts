import type { RecognisedPage } from '../page/recognised-page.js'
import type { TextLine } from '../page/text-lines.js'
import type { DocumentType } from '../port.js'
import type { Cue } from './cues.js'
import { evidenceOn, titleWeight, usualHeight } from './evidence.js'

/** What a page says of its place in a document. */
export interface PageMarks {
  /** what it is by its own title; null: it has none, as pages that continue others */
  readonly title: DocumentType | null
  /** its number, and of how many, as in "page 2 of 3" */
  readonly number: PageNumber | null
}

export interface PageNumber {
  readonly page: number
  readonly of: number
}

export const noMarks: PageMarks = { title: null, number: null }

const titles: readonly (readonly [Cue, DocumentType])[] = [
  ['note_title', 'cmr'],
  ['delivery_title', 'delivery_note'],
  ['invoice_title', 'invoice'],
  ['order_title', 'order'],
]

export function pageMarks(page: RecognisedPage, lines: readonly TextLine[]): PageMarks {
  const evidence = evidenceOn(lines)
  const usual = usualHeight(lines)
  const [best] = titles
    .map(([cue, type]) => ({ type, weight: titleWeight(evidence.get(cue) ?? [], page, usual) }))
    .toSorted((a, b) => b.weight - a.weight)
  const title = best !== undefined && best.weight > 0 ? best.type : null
  return { title, number: pageNumberIn(lines.map(({ text }) => text)) }
}

// In Spanish, English, French, German, Italian and Portuguese.
const NUMBER =
  /(?<!\p{L})(?:p[áa]g(?:ina)?|hoja|page|seite|blatt|foglio|feuillet|folha)\.?\s*(?:n[.º°]*\s*)?(\d{1,2})\s*(?:\/|de|of|sur|von|di|-)\s*(\d{1,2})(?!\d)/iu

/** The number of a page in its text. */
export function pageNumberIn(lines: readonly string[]): PageNumber | null {
  for (const line of lines) {
    const [, page, of] = NUMBER.exec(line) ?? []
    if (Number(page) >= 1 && Number(page) <= Number(of)) return { page: Number(page), of: Number(of) }
  }
  return null
}
