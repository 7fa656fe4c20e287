import type { RecognisedPage } from '../../page/recognised-page.js'
import type { ReadForm } from '../read-form.js'

/** The fields of a delivery note, a letter, or a form in columns, by the words that stand before them. */
export function readLabelled(_page: RecognisedPage): ReadForm {
  return { documentType: 'unknown', language: null, fields: [], warnings: [] }
}
