import type { RecognisedPage } from '../../page/recognised-page.js'
import type { ReadForm } from '../read-form.js'

/** The fields of a CMR form; `undefined` when the page is none. */
export function readCmrForm(_page: RecognisedPage): ReadForm | undefined {
  return undefined
}
