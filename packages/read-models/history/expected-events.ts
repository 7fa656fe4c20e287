import { type EventStore, START } from '@ecmr/event-store'
import type { Pool } from 'pg'

/**
 * How many events the log holds: exactly where the store can count them, elsewhere about as many as there are in the
 * history of all notes. Undefined when nothing is known. An estimate for progress bars only.
 */
export async function expectedEvents(
  pool: Pool,
  store: Pick<EventStore, 'head' | 'countBetween'>,
): Promise<number | undefined> {
  const head = await store.head()
  if (head === START) return 0
  if (store.countBetween) return store.countBetween(START, head)
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from rm_history.events')
  return rows[0]?.count || undefined
}
