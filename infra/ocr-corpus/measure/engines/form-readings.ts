import { type RecognisedPage, readConsignmentNote } from '@ecmr/ocr'
import type { Reading } from '../score.js'

// As the service has it.
const REVIEW_BELOW = 0.85

/** What the reader of forms finds on a page that has been recognised. */
export function formReadings(page: RecognisedPage): readonly Reading[] {
  return readConsignmentNote(page).fields.map(({ name, value, confidence, sourceText }) => ({
    name,
    value,
    confidence,
    source_text: sourceText,
    needs_review: confidence < REVIEW_BELOW,
  }))
}
