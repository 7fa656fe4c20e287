import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { withSteadyPlans } from '../db.js'
import { DELIVERIES_CHANNEL } from '../deliveries/insert-deliveries.js'
import { recordedTypesOf } from '../deliveries/notable-event.js'
import type { LatestCheckpoint } from '../notifications/stated-checkpoint.js'
import type { EndpointStatus, WebhookTables } from '../tables.js'
import { endReplay, type ReplayEnding } from './cancel-replay.js'
import {
  newMessages,
  type OnSkipped,
  type Queries,
  queueDeliveries,
  type ReplaySource,
  requeueFailed,
  type Scan,
} from './queue-deliveries.js'

type Column =
  | 'since'
  | 'until'
  | 'from_position'
  | 'until_position'
  | 'events'
  | 'only_failed'
  | 'reached_position'
  | 'scanned'
  | 'queued'

/** A replay that is ours until the end of the transaction. */
type TakenReplay = Pick<
  Selectable<WebhookTables['webhooks.replays']>,
  'id' | 'endpoint_id' | 'company_id' | Column
> & { readonly endpoint_status: EndpointStatus }

/**
 * Takes a replay that is under way; `undefined` when another process has it, or it has ended. Its endpoint, locked
 * before it as everywhere, can be neither disabled nor deleted meanwhile.
 */
async function takeReplay(db: Queries, id: string): Promise<TakenReplay | undefined> {
  const endpoint = await db.query<{ status: EndpointStatus }>(
    `select status from webhooks.endpoints
     where id = (select endpoint_id from webhooks.replays where id = $1) for share`,
    [id],
  )
  const replay = await db.query<Omit<TakenReplay, 'endpoint_status'>>(
    `select id, endpoint_id, company_id, since, until, from_position, until_position, events, only_failed,
       reached_position, scanned, queued
     from webhooks.replays where id = $1 and status = 'running' for update skip locked`,
    [id],
  )
  const [taken] = replay.rows
  const [owner] = endpoint.rows
  return taken && owner && { ...taken, endpoint_status: owner.status }
}

/** How many deliveries of a replay are pending, counted up to a limit. */
async function countPending(db: Queries, id: string, limit: number): Promise<number> {
  const { rows } = await db.query<{ pending: number }>({
    name: 'pending deliveries of a replay',
    text: `select count(*) as pending from (
        select 1 from webhooks.deliveries where status = 'pending' and replay_id = $1 limit $2
      ) d`,
    values: [id, limit],
  })
  return rows[0]?.pending ?? 0
}

/** How much a replay does at a time. */
export interface PageLimits {
  /** events of the company that are looked at */
  readonly looks: number
  /** deliveries made due */
  readonly deliveries: number
  /** deliveries of one replay that may be pending */
  readonly pending: number
}

export interface ReplayContext {
  readonly pool: Pool
  readonly source: ReplaySource
  readonly limits: PageLimits
  readonly clock: () => Date
  readonly onSkipped: OnSkipped
  readonly latestCheckpoint?: LatestCheckpoint
}

/** `waiting`: for deliveries to get through, or for the read model to come as far. `taken`: by another process. */
type Advance = 'page' | 'waiting' | 'ended' | 'taken'

// Less than the second after which PostgreSQL looks for deadlocks: in a deadlock with the delivery of
// current events, the replay gives way.
const LOCK_MS = 500

/**
 * Carries out the next page of a replay: its deliveries and how far it has come are written together, so that it can
 * be broken off anywhere and never repeats a page.
 */
export async function advanceReplay(context: ReplayContext, id: string): Promise<Advance> {
  return withSteadyPlans(context.pool, async (db) => {
    await db.query(`set local lock_timeout = ${LOCK_MS}`)
    const replay = await takeReplay(db, id)
    return replay === undefined ? 'taken' : advance(db, replay, context)
  })
}

async function advance(db: Queries, replay: TakenReplay, context: ReplayContext): Promise<Advance> {
  const { source, limits } = context
  const end = (cancelled?: ReplayEnding): Promise<'ended'> => {
    const ending = { id: replay.id, now: context.clock(), ...(cancelled && { cancelled }) }
    return endReplay(async (text, values) => (await db.query(text, values)).rowCount ?? 0, ending)
  }
  if (replay.endpoint_status !== 'active') return end(`webhook_${replay.endpoint_status}`)
  // Read before the events are: whatever it has passed is then there to be found.
  const place = await source.position(db)
  if (isElsewhere(place, replay.until_position)) return end('log_moved')
  if ((await countPending(db, replay.id, limits.pending)) > limits.pending - limits.deliveries)
    return 'waiting'
  const scan = await source.scan(db, {
    company: replay.company_id,
    from: replay.from_position,
    after: replay.reached_position,
    upTo: replay.until_position,
    since: replay.since,
    until: replay.until,
    types: recordedTypesOf(replay.events),
    looks: looksOf(replay, limits),
    most: limits.deliveries,
  })
  await keepPage(db, replay, scan, await queuePage(db, replay, scan, context))
  if (!scan.isEnd) return 'page'
  return place >= replay.until_position ? end() : 'waiting'
}

/** A page ends with its last delivery: what is looked at beyond that is looked at again. */
const MARGIN = 1.25

/** As many looks as a page of deliveries has taken so far; as many as are allowed where few are queued. */
function looksOf({ scanned, queued }: TakenReplay, { looks, deliveries }: PageLimits): number {
  if (queued === 0) return looks
  return Math.min(looks, Math.ceil((MARGIN * deliveries * scanned) / queued))
}

/** Positions of another store are of another length (see `Position` in the event store). */
function isElsewhere(place: string, until: string): boolean {
  return place !== '' && until !== '' && place.length !== until.length
}

async function queuePage(
  db: Queries,
  replay: TakenReplay,
  { found }: Scan,
  { source, clock, onSkipped, latestCheckpoint }: ReplayContext,
): Promise<number> {
  const queueing = { replayId: replay.id, endpointId: replay.endpoint_id, now: clock() }
  if (replay.only_failed) return requeueFailed(db, found, queueing)
  if (found.length === 0) return 0
  const reading = { onSkipped, checkpoint: await latestCheckpoint?.() }
  const { messages, unreadable } = await newMessages(db, source, found, reading)
  const readable = found.filter(({ id }) => !unreadable.has(id))
  return queueDeliveries(db, readable, messages, queueing)
}

/** So many attempts of a replay are enough to see how it goes; a trace of a million is of no use to anyone. */
const MOST_TRACED = 1_000

async function keepPage(
  db: Queries,
  { id }: TakenReplay,
  { reached, scanned }: Scan,
  queued: number,
): Promise<void> {
  if (reached === null) return
  await db.query(
    `update webhooks.replays set reached_position = $2, reached_at = $3, scanned = scanned + $4, queued = queued + $5,
       traceparent = case when queued + $5 <= $6 then traceparent end
     where id = $1`,
    [id, reached.position, reached.recorded_at, scanned, queued, MOST_TRACED],
  )
  if (queued > 0) await db.query(`select pg_notify('${DELIVERIES_CHANNEL}', '')`)
}
