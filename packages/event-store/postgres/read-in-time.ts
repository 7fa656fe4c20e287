import type { ReadReport } from '../log-reading.js'
import { adaptivePageSize, type PageSize } from '../page-size.js'
import { isTooSlow, type Query } from './query.js'

/** Two ways to ask the database. */
export interface Queries {
  /** given up after some seconds */
  readonly prompt: Query
  /** given up after a minute: for what has taken too long before */
  readonly patient: Query
}

/** A statement that reads one page. */
export interface PageStatement {
  readonly name: string
  readonly text: string
  /** its parameters for a page of a size */
  readonly values: (size: PageSize) => unknown[]
}

/**
 * Reads one page of some rows at most. When that takes too long it is tried again with half as many rows and bytes and
 * with more time, down to one row, and so are the pages after it.
 *
 * @param report gets every try that took too long, and success
 * @throws StoreUnavailable when it fails in another way, or one row takes longer than a minute
 */
export type ReadInTime = <Row extends object>(
  statement: PageStatement,
  rows: number,
  report: ReadReport,
) => Promise<readonly Row[]>

/** @param full the largest page */
export function readsInTime({ prompt, patient }: Queries, full: PageSize): ReadInTime {
  const size = adaptivePageSize(full)
  return async <Row extends object>(
    { name, text, values }: PageStatement,
    rows: number,
    report: ReadReport,
  ) => {
    for (;;) {
      try {
        const read = await (size.isReduced ? patient : prompt)<Row>(name, text, values(size.atMost(rows)))
        size.inTime()
        report()
        return read
      } catch (error) {
        if (!isTooSlow(error)) throw error
        report(error)
        if (!size.halve(rows)) throw error
      }
    }
  }
}
