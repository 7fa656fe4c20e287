import { readCmrForm } from './forms/cmr/read-cmr-form.js'
import { readLabelled } from './forms/labelled/read-labelled.js'
import type { ReadForm } from './forms/read-form.js'
import type { RecognisedPage } from './page/recognised-page.js'

// On a CMR form labels tell hardly more than the boxes; on other papers with the form's words at least twice as much.
const FAR_MORE = 1.5

/**
 * What a page says of a consignment: the boxes of the CMR form by their printed captions and places, and the same for
 * delivery notes, letters and forms in columns. Nothing is invented: a value that does not stand on the page is not given.
 */
export function readConsignmentNote(page: RecognisedPage): ReadForm {
  const boxed = readCmrForm(page)
  const labelled = readLabelled(page)
  // Letters and forms in columns are called consignment notes too, and have some of the form's captions for labels.
  return boxed === undefined || confidenceIn(labelled) > FAR_MORE * confidenceIn(boxed) ? labelled : boxed
}

/** How much a reading says, by the number of its fields and how sure they are. */
const confidenceIn = ({ fields }: ReadForm): number =>
  fields.reduce((sum, { confidence }) => sum + confidence, 0)
