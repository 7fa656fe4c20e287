import { removeUnissuedLinks } from '@ecmr/document-links'
import { projectionStatus } from '@ecmr/projections'
import { documentsProjection, servedDocuments } from '@ecmr/read-models'
import { type Pauses, runHourly } from '@ecmr/runtime'
import type { Pool } from 'pg'

type Log = Parameters<typeof projectionStatus>[1]

const MOST_LAG_MS = 3_600_000

/** Removes addresses of documents that were never issued, every hour. Any number of processes may do this. */
export function keepLinksTidy(options: {
  readonly pool: Pool
  readonly store: Log
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  readonly pauses?: Pauses
}): Promise<void> {
  const { pool, store, log } = options
  const work = async (): Promise<void> => {
    const links = await removeUnissuedLinks(pool, new Date(), (ids) => issuedOf(pool, store, ids))
    if (links > 0) log.info({ links }, 'addresses of documents that were never issued were removed')
  }
  const onFault = (err: unknown): void =>
    log.error({ err }, 'addresses of documents that were never issued cannot be removed; tried again')
  return runHourly(work, { ...options, onFault })
}

/**
 * Which of some documents were issued. An address that is removed never works again: while the read model may not know all of the day
 * before, all of them were.
 */
async function issuedOf(pool: Pool, store: Log, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const [status] = await projectionStatus(pool, store, [documentsProjection])
  const isCertain = status?.problem === null && status.parked === 0 && status.lag_ms < MOST_LAG_MS
  return new Set(isCertain ? (await servedDocuments(pool, ids)).keys() : ids)
}
