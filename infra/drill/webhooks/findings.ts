import { openEventStore, type RecordedEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { Type } from '@sinclair/typebox'
import { logPages } from '../../harness/log-pages.js'
import { bodyOf } from '../../harness/requests.js'
import type { Subscriber } from './subscriber.js'

type Pool = ReturnType<typeof openPool>

const COUNTS = `
  select
    count(*) filter (where status = 'delivered')::int as delivered,
    count(*) filter (where status not in ('delivered', 'pending'))::int as "givenUp",
    count(*) filter (where status = 'pending')::int as pending,
    coalesce(sum(attempts), 0)::int as attempts
  from webhooks.deliveries`

const ATTEMPTS = `
  select count(*)::int as logged,
    count(*) filter (where response_status is null and error is null)::int as "withoutOutcome",
    count(*) filter (where error like 'interrupted%')::int as interrupted
  from webhooks.attempts`

type Counts = Record<'delivered' | 'givenUp' | 'pending' | 'attempts', number>
type Attempts = Record<'logged' | 'withoutOutcome' | 'interrupted', number>

/** What the service itself has on record: deliveries, attempts, and the attempts that were begun and are not in the log. */
export async function readDeliveryLog(pool: Pool) {
  const counts = (await pool.query<Counts>(COUNTS)).rows[0]
  const attempts = (await pool.query<Attempts>(ATTEMPTS)).rows[0]
  if (!counts || !attempts) throw new Error('PostgreSQL does not count')
  const { logged, ...outcomes } = attempts
  return { ...counts, ...outcomes, unlogged: counts.attempts - logged }
}

/** Which deliveries had an attempt that the receiver failed; what was interrupted is not among them. */
async function failedDeliveries(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct delivery_id as id from webhooks.attempts where error not like 'interrupted%'`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What an endpoint must have received. */
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

/** Events that their endpoint never received. */
export function missing(expected: readonly Expectation[]): number {
  const lost = expected.map(
    ({ subscriber, events }) => events.filter(({ id }) => !subscriber.arrivals.wasAccepted(id)).length,
  )
  return lost.reduce((sum, count) => sum + count, 0)
}

interface Row {
  readonly endpoint_id: string
  readonly status: string
  readonly created_at: Date
  readonly until_position: string
}

/** An attempt that was under way when a replay was asked for is as good as one that begins then. */
const UNDER_WAY_MS = 15_000

/** What became of the replays; unsent are events that one covered and that never came after it was asked for. */
async function readReplayLog(pool: Pool, expected: readonly Expectation[]) {
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

const details = Type.Object({
  attempt_log: Type.Array(
    Type.Object({
      number: Type.Integer(),
      error: Type.Union([Type.String(), Type.Null()]),
      duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
})

const NEWEST = `
  select d.id, d.endpoint_id, a.number from webhooks.attempts a join webhooks.deliveries d on d.id = a.delivery_id
  where a.error like 'interrupted%' and a.duration_ms is null order by a.started_at desc limit 1`

/** Whether the owner of an endpoint is shown that an attempt was interrupted. */
async function showsInterrupted(
  pool: Pool,
  service: string,
  subscribers: readonly Subscriber[],
): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; endpoint_id: string; number: number }>(NEWEST)
  const [newest] = rows
  const owner = subscribers.find(({ id }) => id === newest?.endpoint_id)
  if (!newest || !owner) return false
  const path = `${service}/api/webhooks/${owner.id}/deliveries/${newest.id}`
  const answer = await fetch(path, { headers: { 'x-api-key': owner.company.key } })
  const { attempt_log } = await bodyOf(answer, details)
  return attempt_log.some(
    ({ number, error }) => number === newest.number && error?.startsWith('interrupted:'),
  )
}

export type Findings = Awaited<ReturnType<typeof find>>

/** What is found when everything has settled down. */
export async function find(pool: Pool, service: string, expected: readonly Expectation[]) {
  const failed = await failedDeliveries(pool)
  const overtaken = expected.flatMap(({ subscriber }) => subscriber.arrivals.outOfOrder())
  const subscribers = expected.map(({ subscriber }) => subscriber)
  return {
    expected,
    missing: missing(expected),
    /** events that came after a later one of their note: after a failed attempt, and without any */
    overtaken: {
      afterFailure: overtaken.filter((id) => failed.has(id)).length,
      withoutReason: overtaken.filter((id) => !failed.has(id)),
    },
    deliveries: await readDeliveryLog(pool),
    replays: await readReplayLog(pool, expected),
    interruptedShown: await showsInterrupted(pool, service, subscribers),
  }
}

const NOTABLE = new Set(['EcmrCreated', 'EcmrSigned', 'DeliveryConfirmed', 'IncidentReported'])

/** Every recorded event that webhooks are notified of, from the log itself, in order. */
export async function recordedEvents(databaseUrl: string): Promise<readonly RecordedEvent[]> {
  const store = await openEventStore({ kind: 'postgres', url: databaseUrl, pool: { max: 1 } })
  const notable: RecordedEvent[] = []
  try {
    for await (const page of logPages(store)) notable.push(...page.filter(({ type }) => NOTABLE.has(type)))
    return notable
  } finally {
    await store.close()
  }
}
