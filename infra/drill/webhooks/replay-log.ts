import type { openPool } from '@ecmr/postgres'
import type { Expectation } from './expectations.js'

/** What became of the replays. */
export interface ReplayLog {
  readonly asked: number
  readonly done: number
  /** events that a replay covered and that never came after it was asked for */
  readonly unsent: number
}

interface Row {
  readonly endpoint_id: string
  readonly status: string
  readonly created_at: Date
  readonly until_position: string
}

/** An attempt that was under way when a replay was asked for is as good as one that begins then. */
const UNDER_WAY_MS = 15_000

export async function readReplayLog(
  pool: ReturnType<typeof openPool>,
  expected: readonly Expectation[],
): Promise<ReplayLog> {
  const { rows } = await pool.query<Row>(
    'select endpoint_id, status, created_at, until_position from webhooks.replays order by created_at',
  )
  const unsent = expected.map(({ subscriber, events }) => {
    const replays = rows.filter((replay) => replay.endpoint_id === subscriber.id)
    return events.filter(({ id, position }) => {
      const last = replays.findLast((replay) => position <= replay.until_position)
      return last && subscriber.arrivals.lastAt(id) < last.created_at.getTime() - UNDER_WAY_MS
    }).length
  })
  return {
    asked: rows.length,
    done: rows.filter(({ status }) => status === 'done').length,
    unsent: unsent.reduce((sum, count) => sum + count, 0),
  }
}
