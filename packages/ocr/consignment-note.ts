import { readCmrForm } from './forms/cmr/read-cmr-form.js'
import { readLabelled } from './forms/labelled/read-labelled.js'
import type { ReadForm } from './forms/read-form.js'
import type { RecognisedPage } from './page/recognised-page.js'

/**
 * What a page says of a consignment: the boxes of the CMR form by their printed captions and places, and the same for
 * delivery notes, letters and forms in columns. Nothing is invented: a value that does not stand on the page is not given.
 */
export function readConsignmentNote(page: RecognisedPage): ReadForm {
  return readCmrForm(page) ?? readLabelled(page)
}
