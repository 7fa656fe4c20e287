import type { CorpusPage } from '../corpus-page.js'
import type { Judged } from './score.js'

/** What became of a page. */
export interface PageResult {
  readonly page: CorpusPage
  readonly judged: readonly Judged[]
  /** from handing over the image to the answer */
  readonly seconds: number
  /** why it was not read at all */
  readonly refused?: string
}
