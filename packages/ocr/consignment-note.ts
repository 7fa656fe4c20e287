import { readCaptioned } from './fields/captioned/read-captioned.js'
import { readCmrForm } from './fields/cmr/read-cmr-form.js'
import { readDeca } from './fields/deca/read-deca.js'
import type { ReadForm } from './fields/read-form.js'
import { withoutNotStated } from './page/not-stated.js'
import type { RecognisedPage } from './page/recognised-page.js'

// On a CMR form labels tell hardly more than the boxes; on other papers with the form's words at least twice as much. What calls
// itself a delivery note needs no such proof.
const FAR_MORE = 1.5

/**
 * What a page says of a consignment: the parts of a Spanish control document, the boxes of the CMR form by their printed captions and places, and the same for
 * delivery notes, letters and forms in columns. Nothing is invented: a value that does not stand on the page is not given. A page with more words than a note has is text, and nothing is read of it.
 */
export function readConsignmentNote(recognised: RecognisedPage): ReadForm {
  const page = withoutNotStated(recognised)
  if (isMoreThanANote(page)) return { documentType: 'other', language: null, fields: [], warnings: [] }
  const control = readDeca(page)
  if (control !== undefined) return control
  const boxed = readCmrForm(page)
  const labelled = readCaptioned(page)
  // Letters and forms in columns are called consignment notes too, and have some of the form's captions for labels.
  const more = labelled.documentType === 'delivery_note' ? 1 : FAR_MORE
  return boxed === undefined || confidenceIn(labelled) > more * confidenceIn(boxed) ? labelled : boxed
}

// A note full of small print has less than half of either. Each word is held against each other one and each caption.
const MOST_LETTERS = 20_000
const MOST_WORDS = 4_000

const isMoreThanANote = ({ words }: RecognisedPage): boolean =>
  words.length > MOST_WORDS || words.reduce((sum, { text }) => sum + text.length, 0) > MOST_LETTERS

/** How much a reading says, by the number of its fields and how sure they are. */
const confidenceIn = ({ fields }: ReadForm): number =>
  fields.reduce((sum, { confidence }) => sum + confidence, 0)
