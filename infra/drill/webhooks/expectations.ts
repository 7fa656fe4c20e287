import type { RecordedEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import type { Subscriber } from './subscriber.js'

type Pool = ReturnType<typeof openPool>

/** What an endpoint must have been told. */
export interface Expectation {
  readonly subscriber: Subscriber
  readonly events: readonly RecordedEvent[]
}

/** Events that an endpoint follows, and for one that replays were asked for those from before it as well. */
export async function expectations(
  pool: Pool,
  subscribers: readonly Subscriber[],
  recorded: readonly RecordedEvent[],
): Promise<readonly Expectation[]> {
  const { rows } = await pool.query<{ id: string; from: string }>(
    `select e.id, case when exists (select 1 from webhooks.replays r where r.endpoint_id = e.id)
       then '' else e.follows_from end as "from" from webhooks.endpoints e`,
  )
  const follows = new Map(rows.map(({ id, from }) => [id, from]))
  return subscribers.map((subscriber) => ({
    subscriber,
    events: recorded.filter(
      ({ metadata, position }) =>
        metadata.company_id === subscriber.company.id && position > (follows.get(subscriber.id) ?? ''),
    ),
  }))
}

/** Events that their endpoint was never told of. */
export function missing(expected: readonly Expectation[]): number {
  const lost = expected.map(
    ({ subscriber, events }) => events.filter(({ id }) => !subscriber.arrivals.wasAccepted(id)).length,
  )
  return lost.reduce((sum, count) => sum + count, 0)
}
