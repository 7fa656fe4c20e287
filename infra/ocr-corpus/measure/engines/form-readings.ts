import { documentReading, type RecognisedPage, readConsignmentNote } from '@ecmr/ocr/testing'
import type { Reading } from '../score.js'

// An answer tells of its image and its engine; neither bears on the fields.
const IMAGE = { mediaType: 'image/png', bytes: new Uint8Array(), width: 1, height: 1 } as const
const ENGINE = { provider: '', model: '', version: '', ms: 0 }

/** What the service would answer of a page that has been recognised. */
export function formReadings(page: RecognisedPage): readonly Reading[] {
  const form = readConsignmentNote(page)
  const findings = { form, rawText: '', answer: null, place: () => null, turned: 0 } as const
  return documentReading(findings, IMAGE, ENGINE).fields
}
