import { type EventStore, holds, type SeenEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import type { Problem } from './problem.js'

const CHECKPOINTS = `
  select 'the read model ' || name as name, seen from projections.checkpoints where seen->>'position' = position
  union all
  select 'the ' || name as name, seen from broker.checkpoints where seen->>'position' = position`

/** Names the events of checkpoints that the log does not hold there. */
export async function compareCheckpoints(
  pool: ReturnType<typeof openPool>,
  store: Pick<EventStore, 'readStreamEnd' | 'isPosition'>,
): Promise<readonly Problem[]> {
  const { rows } = await pool.query<{ readonly name: string; readonly seen: SeenEvent }>(CHECKPOINTS)
  const problems: Problem[] = []
  for (const { name, seen } of rows) {
    if (!store.isPosition(seen.position) || (await holds(store, seen))) continue
    const { stream, revision, position } = seen
    const place = { stream, revision, position, type: null, recorded_at: null }
    const detail = `${name} has come to this event; the log does not hold it there: it was cut off, or moved`
    problems.push({ ...place, problem: 'missing', detail })
  }
  return problems
}
