import { readCaptioned } from './fields/captioned/read-captioned.js'
import { readCmrForm } from './fields/cmr/read-cmr-form.js'
import { withGoods } from './fields/goods/goods-fields.js'
import type { ReadForm } from './fields/read-form.js'
import type { RecognisedPage } from './page/recognised-page.js'

// On a CMR form labels tell hardly more than the boxes; on other papers with the form's words at least twice as much.
const FAR_MORE = 1.5

/**
 * What a page says of a consignment: the boxes of the CMR form by their printed captions and places, and the same for
 * delivery notes, letters and forms in columns. Nothing is invented: a value that does not stand on the page is not given. A page with more words than a note has is text, and nothing is read of it.
 */
export function readConsignmentNote(page: RecognisedPage): ReadForm {
  if (isMoreThanANote(page)) return { documentType: 'other', language: null, fields: [], warnings: [] }
  const boxed = readCmrForm(page)
  const labelled = readCaptioned(page)
  // Letters and forms in columns are called consignment notes too, and have some of the form's captions for labels.
  const form =
    boxed === undefined || confidenceIn(labelled) > FAR_MORE * confidenceIn(boxed) ? labelled : boxed
  return withGoods(page, form)
}

// A note full of small print has less than half of either. Each word is held against each other one and each caption.
const MOST_LETTERS = 20_000
const MOST_WORDS = 4_000

const isMoreThanANote = ({ words }: RecognisedPage): boolean =>
  words.length > MOST_WORDS || words.reduce((sum, { text }) => sum + text.length, 0) > MOST_LETTERS

/** How much a reading says, by the number of its fields and how sure they are. */
const confidenceIn = ({ fields }: ReadForm): number =>
  fields.reduce((sum, { confidence }) => sum + confidence, 0)
