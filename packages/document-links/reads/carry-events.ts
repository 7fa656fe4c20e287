import { documentStream } from '@ecmr/domain'
import { appendFacts, type EventStore, type NewFact } from '@ecmr/event-store'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { documentsDb } from '../db.js'
import type { DocumentTables } from '../tables.js'

type Waiting = Selectable<DocumentTables['documents.outbox']>

/** An append holds at most these: of 200 reads each they are well below what every store takes. */
const MOST_AT_ONCE = 20
const MOST_FAILURES_IN_A_ROW = 3
/** By so much the clocks of PostgreSQL and of this process may differ without harm. */
const TOLERATED_MS = 5_000

export interface Carrying {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'append' | 'readStreamEnd'>
  /** the present; when it throws, nothing is carried */
  readonly clock: () => Date
  /** ends it between two appends */
  readonly signal: AbortSignal
}

/**
 * Carries events from the outbox into the streams `document-<id>` of the event log, those of a document in order, each once: a crash
 * between the append and the deletion leaves events in the outbox that the next append recognises. A document whose events cannot
 * be carried does not hold up the others.
 *
 * @returns how many were carried, and the first error
 */
export async function carryEvents(
  carrying: Carrying,
): Promise<{ readonly carried: number; readonly error?: unknown }> {
  const failed = new Map<string, unknown>()
  let carried = 0
  let failuresInARow = 0
  while (!carrying.signal.aborted && failuresInARow < MOST_FAILURES_IN_A_ROW) {
    const [first, ...others] = await oldest(carrying.pool, [...failed.keys()])
    if (first === undefined) break
    const events = [first, ...others.filter(({ document_id }) => document_id === first.document_id)]
    try {
      await append(carrying, first.document_id, events)
      carried += events.length
      failuresInARow = 0
    } catch (error) {
      failed.set(first.document_id, error)
      failuresInARow++
    }
  }
  const [error] = failed.values()
  return { carried, ...(error !== undefined && { error }) }
}

/** The oldest events that wait, and those behind them. */
async function oldest(pool: Pool, except: readonly string[]): Promise<readonly Waiting[]> {
  return documentsDb(pool)
    .selectFrom('documents.outbox')
    .selectAll()
    .$if(except.length > 0, (query) => query.where('document_id', 'not in', except))
    .orderBy('seq')
    .limit(MOST_AT_ONCE)
    .execute()
}

async function append(
  { pool, store, clock }: Carrying,
  documentId: string,
  events: readonly Waiting[],
): Promise<void> {
  const latest = clock().getTime() + TOLERATED_MS
  const companyId = events[0]?.actor.company_id ?? ''
  const facts = events.map(({ id, type, at, data, actor, correlation_id }): NewFact => {
    const stamped = new Date(Math.min(at.getTime(), latest)).toISOString()
    return { id, type, at: stamped, data, actor, commandId: id, correlationId: correlation_id }
  })
  await appendFacts(store, { stream: documentStream(documentId), companyId }, facts)
  const ids = events.map(({ id }) => id)
  await documentsDb(pool).deleteFrom('documents.outbox').where('id', 'in', ids).execute()
}
