import { type DocumentImage, documentImageInFile } from '@ecmr/ocr'
import { documentReading, type RecognisedPage, readConsignmentNote } from '@ecmr/ocr/testing'
import type { DegradedPage, MadePage } from '../../degrade-page.js'
import type { Reading } from '../score.js'

/** What an engine says of a page. */
export interface PageAnswer {
  readonly readings: readonly Reading[]
  /** from handing over the image to the answer */
  readonly seconds: number
  /** why it could not be read at all */
  readonly refused?: string
}

/** Something that reads pages and is measured. */
export interface MeasuredEngine {
  /** what is said above its tables */
  readonly description: string
  read(made: MadePage): Promise<PageAnswer>
  close(): Promise<void>
}

/**
 * An image of the corpus as the service takes it from a request.
 *
 * @throws when the service would not take it: then the corpus is wrong
 */
export function checkedImage({ bytes }: DegradedPage): DocumentImage {
  const checked = documentImageInFile(bytes)
  if (checked.ok) return checked.image
  throw new Error(`a page of the corpus is no image that is read: ${checked.fault.code}`)
}

// An answer names its image and its engine; neither affects the fields.
const IMAGE = { mediaType: 'image/png', bytes: new Uint8Array(), width: 1, height: 1 } as const
const ENGINE = { provider: '', model: '', version: '', ms: 0 }

/** What the service would answer of a page that has been recognised. */
export function formReadings(page: RecognisedPage): readonly Reading[] {
  const form = readConsignmentNote(page)
  const findings = { form, rawText: '', answer: null, place: () => null, turned: 0 } as const
  return documentReading(findings, IMAGE, ENGINE).fields
}
