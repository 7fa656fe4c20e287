import type { WebhookEvent } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { requestTraceparent } from '@ecmr/runtime'
import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { Tx } from '../db.js'
import { endpointChange } from '../endpoints/audit.js'
import {
  type Commanded,
  commandEndpoint,
  type EndpointCommand,
  type EndpointContext,
  type EndpointRow,
} from '../endpoints/command-endpoint.js'
import { type Replay, readReplay } from './replay.js'

/** Which part of the log to replay: from an instant, perhaps until another, or from a position. */
export interface ReplayRange {
  /** RFC 3339 */
  readonly since?: string
  readonly until?: string
  readonly from_position?: string
}

/** The part of the event log that a request is checked against. */
export interface ReplayedLog {
  head(): Promise<string>
  /** whether a position is of the form that this log gives out */
  readonly isPosition: (position: string) => boolean
}

/** What is wrong with a range; empty when nothing is. */
function faultsOfRange(
  range: ReplayRange,
  at: { readonly log: ReplayedLog; readonly head: string; readonly now: Date },
): readonly Fault[] {
  const { since, until, from_position } = range
  if (since === undefined && from_position === undefined) {
    return [fault('/since', 'required', 'Send either since or from_position; a replay begins somewhere.')]
  }
  if (since !== undefined && from_position !== undefined) {
    return [fault('/from_position', 'not_together', 'Send either since or from_position, not both.')]
  }
  if (from_position === undefined) return faultsOfTimes(since, until, at.now)
  return [
    ...faultsOfPosition(from_position, at),
    ...(until === undefined ? [] : [fault('/until', 'not_together', 'Send until with since only.')]),
  ]
}

/** The last instant that RFC 3339 can write; an offset leads beyond it. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

function faultsOfTimes(since = '', until: string | undefined, now: Date): readonly Fault[] {
  const begin = Date.parse(since)
  if (begin > now.getTime()) {
    return [fault('/since', 'out_of_range', 'Send an instant in the past; nothing was recorded after now.')]
  }
  const end = until === undefined ? LATEST : Date.parse(until)
  if (end > begin && end <= LATEST) return []
  return [fault('/until', 'out_of_range', 'Send an instant after since, before the year 10000.')]
}

function faultsOfPosition(
  position: string,
  { log, head }: { readonly log: ReplayedLog; readonly head: string },
): readonly Fault[] {
  const isOurs = position !== '' && log.isPosition(position)
  if (isOurs && position <= head) return []
  const message = isOurs
    ? 'Send a position that the log has reached.'
    : 'Send a position as you got it. If it is from before the log was moved, begin at an instant, with since.'
  return [fault('/from_position', 'out_of_range', message)]
}

const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message })

/** The channel on which notifiers hear of new replays. */
export const REPLAYS_CHANNEL = 'webhook_replays'

interface ReplayContext extends EndpointContext {
  readonly log: ReplayedLog
}

/** What to send again, to which endpoint. The replay's id is the command's. */
export interface ReplayRequest extends EndpointCommand, ReplayRange {
  /** those that the endpoint receives unless given; others may be named too */
  readonly events?: readonly WebhookEvent[]
  /** only deliveries that were made and did not arrive */
  readonly only_failed?: boolean
}

type ReplayRefusal =
  | { readonly reason: 'not_found' | 'webhook_disabled' }
  | { readonly reason: 'invalid'; readonly faults: readonly Fault[] }
  /** there is one replay to an endpoint at a time */
  | { readonly reason: 'replay_under_way'; readonly replayId: string }

export type ReplayRequested =
  | Extract<Commanded<Replay>, { ok: true }>
  | ({ readonly ok: false } & ReplayRefusal)

/**
 * Asks for past events to be sent to an endpoint again, from an instant or a position up to the head of the log; also
 * those from before there was the endpoint. Any notifier carries it out (see `replayer`).
 */
export async function requestReplay(
  context: ReplayContext,
  request: ReplayRequest,
): Promise<ReplayRequested> {
  const command = { ...request, commandId: request.commandId ?? uuidv4() }
  let refusal: ReplayRefusal = { reason: 'not_found' }
  const done = await commandEndpoint<Replay, 'refused'>(context, command, {
    async carryOut(tx, endpoint, now) {
      const refused = await begin(tx, context, { ...command, endpoint, now })
      refusal = refused ?? refusal
      return refused && 'refused'
    },
    view: (tx) => readReplay(tx, command.commandId),
  })
  return done.ok ? done : { ok: false, ...refusal }
}

interface Beginning extends ReplayRequest {
  readonly commandId: string
  readonly endpoint: EndpointRow
  readonly now: Date
}

async function begin(
  tx: Tx,
  { log, recordAudit }: ReplayContext,
  request: Beginning,
): Promise<ReplayRefusal | undefined> {
  const { endpoint, now } = request
  // The endpoint is held, so that no event falls between what it follows from and where the replay ends.
  const head = await log.head()
  const faults = faultsOfRange(request, { log, head, now })
  if (faults.length > 0) return { reason: 'invalid', faults }
  if (endpoint.status !== 'active') return { reason: 'webhook_disabled' }
  const replayId = await runningReplay(tx, endpoint.id)
  if (replayId !== undefined) return { reason: 'replay_under_way', replayId }
  const events = [...new Set(request.events ?? endpoint.events)]
  await insertReplay(tx, request, { events, head })
  await recordAudit(
    tx,
    endpointChange('WebhookReplayRequested', endpoint, request, {
      replay_id: request.commandId,
      ...(request.since !== undefined && { since: request.since }),
      ...(request.until !== undefined && { until: request.until }),
      ...(request.from_position !== undefined && { from_position: request.from_position }),
      events,
      only_failed: request.only_failed ?? false,
    }),
  )
  return undefined
}

async function runningReplay(tx: Tx, endpointId: string): Promise<string | undefined> {
  const running = await tx
    .selectFrom('webhooks.replays')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return running?.id
}

async function insertReplay(
  tx: Tx,
  { commandId, correlationId, endpoint, now, since, until, from_position, only_failed = false }: Beginning,
  { events, head }: { readonly events: WebhookEvent[]; readonly head: string },
): Promise<void> {
  await tx
    .insertInto('webhooks.replays')
    .values({
      id: commandId,
      endpoint_id: endpoint.id,
      company_id: endpoint.company_id,
      since: since === undefined ? null : new Date(since),
      until: until === undefined ? null : new Date(until),
      from_position: from_position ?? null,
      until_position: head,
      events,
      only_failed,
      created_at: now,
      traceparent: requestTraceparent(correlationId),
    })
    .execute()
  await sql`select pg_notify(${REPLAYS_CHANNEL}, '')`.execute(tx)
}
