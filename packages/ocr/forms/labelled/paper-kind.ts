import type { RecognisedPage } from '../../page/recognised-page.js'
import type { DocumentType } from '../../port.js'
import { plainLetters } from '../values/plain-letters.js'
import type { MarkedLine } from './marked-line.js'

const DELIVERY_NOTE =
  /^(?:albaran(?: de (?:entrega|salida|venta))?|nota de entrega|(?:delivery|despatch|dispatch) note|(?:bon|bordereau) (?:de livraison|d expedition)|lieferschein)(?: (?:n|no|nr|num|numero) .{1,20}| [\d/-]{3,20})?$/
const LETTER =
  /atentamente|les saludamos|por la presente|yours (?:faithfully|sincerely)|kind regards|we hereby|salutations|par la presente|lettre accompagne|mit freundlichen|hiermit|dieses schreiben/

/** What kind of paper it is: a delivery note says so above, a letter is one by how it begins or ends. */
export function paperKind(lines: readonly MarkedLine[], { height }: RecognisedPage): DocumentType {
  const plain = lines.map(({ line }) => ({ text: plainLetters(line.text), y: line.box.y }))
  if (plain.some(({ text, y }) => y < height * 0.35 && DELIVERY_NOTE.test(text))) return 'delivery_note'
  return plain.some(({ text }) => LETTER.test(text)) ? 'letter' : 'unknown'
}
