import type { EventStore, Position } from '@ecmr/event-store'
import type { Pool } from 'pg'

const NUMBERED = /^(\d{16})?$/

/**
 * How many events lie after one position, up to another, in a log that numbers its events without holes; undefined in
 * one whose positions say nothing about numbers.
 */
export function countBetween(after: Position, upTo: Position): number | undefined {
  if (after >= upTo) return 0
  return NUMBERED.test(after) && NUMBERED.test(upTo) ? Number(upTo) - Number(after) : undefined
}

/**
 * How many events the log holds: exactly where it numbers them, elsewhere about as many as there are in the history
 * of all notes. Undefined when nothing is known. Good for telling how long something will take, and for nothing else.
 */
export async function expectedEvents(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
): Promise<number | undefined> {
  const counted = countBetween('', await store.head())
  if (counted !== undefined) return counted
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from rm_history.events')
  return rows[0]?.count || undefined
}
