import type { ReadForm } from '../forms/read-form.js'
import type { DocumentImage } from '../images/document-image.js'
import type { Box, Quarter } from '../page/recognised-page.js'
import type { Bounds, DocumentReading } from '../port.js'

/** What an engine has found in an image. */
export interface Findings {
  readonly form: ReadForm
  readonly rawText: string
  /** the reply to the prompt */
  readonly answer: string | null
  /** where a box of the form is in the image as viewers show it; null: unknown */
  readonly place: (box: Box) => Bounds | null
  /** how far the page had to be turned clockwise */
  readonly turned: Quarter
}

/**
 * The answer about a document, made of what an engine has found. It holds nothing that a creation would refuse: what is no such
 * value, such as a date that there is not, is null and to be reviewed.
 */
export function documentReading(
  _findings: Findings,
  _image: DocumentImage,
  _engine: DocumentReading['engine'],
): DocumentReading {
  throw new Error('not built')
}
