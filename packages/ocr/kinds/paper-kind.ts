import type { ReadForm } from '../fields/read-form.js'
import type { RecognisedPage } from '../page/recognised-page.js'
import { type TextLine, textLines } from '../page/text-lines.js'
import type { DocumentType } from '../port.js'
import type { Cue } from './cues.js'
import { type Evidence, evidenceOn, moneyOn, titleWeight, usualHeight } from './evidence.js'

/** A kind is only named with so much evidence for it. */
const ENOUGH = 4
/** A text of so many words that says nothing of a consignment is some other paper. */
const WORDS_OF_A_TEXT = 30

/**
 * What kind of paper a page is, by all evidence on it: titles, captions of consignment notes, columns of prices, amounts,
 * greetings. `unknown`: there is not enough to tell; `other`: a text that has nothing to do with transport.
 *
 * @param form what was read of the page as a consignment note
 */
export function paperKind(
  page: RecognisedPage,
  form: Pick<ReadForm, 'documentType' | 'fields'>,
): DocumentType {
  const lines = textLines(page)
  const evidence = evidenceOn(lines)
  const scores = scoresOf({ page, lines, evidence, form })
  const [best] = Object.entries(scores).toSorted(([, a], [, b]) => b - a)
  if (best !== undefined && best[1] >= ENOUGH) return best[0] as DocumentType
  return isSomeText(page, evidence) ? 'other' : 'unknown'
}

interface Looked {
  readonly page: RecognisedPage
  readonly lines: readonly TextLine[]
  readonly evidence: Evidence
  readonly form: Pick<ReadForm, 'documentType' | 'fields'>
}

const TITLE = 3.5
/** A paper that says so much of a carriage is the carrier's, though it is called a transport order. */
const CARRIED = 3
/** A paper that was read as sentences is a letter, whatever it calls itself. */
const WRITTEN = 8

function scoresOf({ page, lines, evidence, form }: Looked): Readonly<Record<Named, number>> {
  const usual = usualHeight(lines)
  const title = (cue: Cue): number => TITLE * titleWeight(evidence.get(cue) ?? [], page, usual)
  const said = (cue: Cue, most = 1): number => Math.min(most, evidence.get(cue)?.length ?? 0)
  const { amounts, prices } = moneyOn(lines)
  const transport =
    said('sender') + said('receiver') + said('carrier') + said('handover', 2) + said('load', 2) / 2
  const isCarried = transport >= CARRIED
  const boxes = new Set(form.fields.flatMap(({ cmrBox }) => cmrBox ?? [])).size
  const money =
    2 * said('tax', 2) +
    2 * said('to_pay') +
    said('payment', 3) +
    said('unit_price') +
    Math.min(2, amounts / 3)
  return {
    cmr:
      title('note_title') +
      (isCarried ? title('order_title') / 2 : 0) +
      transport +
      Math.min(4, boxes / 2) +
      (form.documentType === 'cmr' ? 2 : 0),
    delivery_note: title('delivery_title') + 0.8 * transport,
    // A note may have an invoice among its documents.
    invoice: (isCarried && said('tax') + said('to_pay') === 0 ? 0 : title('invoice_title')) + money,
    order: (isCarried ? 0 : title('order_title')) + said('unit_price') + said('payment') / 2,
    letter: 3 * said('greeting') + 3 * said('closing') + (form.documentType === 'letter' ? WRITTEN : 0),
    other: said('dishes', 4) * (transport < 1 && prices >= 3 ? 1.5 : 0),
  }
}

// A control document is known by its parts.
type Named = Exclude<DocumentType, 'unknown' | 'deca'>

/** Captions of a consignment may stand alone on a page; then it is at least not some other paper. */
function isSomeText({ words }: RecognisedPage, evidence: Evidence): boolean {
  const said = (['sender', 'receiver', 'carrier', 'handover', 'load'] as const).filter(
    (cue) => (evidence.get(cue)?.length ?? 0) > 0,
  )
  return words.length >= WORDS_OF_A_TEXT && said.length < 2
}
