import type { MadePage } from '../../make-page.js'
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
