import type { WebhookEvent } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import type { Tx } from '../db.js'
import { auditedEndpoint, type RecordAudit } from '../endpoints/audit.js'
import {
  type Commanded,
  commandEndpoint,
  type EndpointCommand,
  type EndpointRow,
} from '../endpoints/command-endpoint.js'
import { faultsOfRange, type ReplayedLog, type ReplayRange } from './check-range.js'
import { type Replay, readReplay } from './replay.js'

/** The channel on which notifiers hear of new replays. */
export const REPLAYS_CHANNEL = 'webhook_replays'

export interface ReplayContext {
  readonly pool: Pool
  readonly log: ReplayedLog
  readonly recordAudit: RecordAudit
  readonly clock?: () => Date
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
  asked: Beginning,
): Promise<ReplayRefusal | undefined> {
  const { endpoint, now } = asked
  // The endpoint is held, so that no event falls between what it follows from and where the replay ends.
  const head = await log.head()
  const faults = faultsOfRange(asked, { log, head, now })
  if (faults.length > 0) return { reason: 'invalid', faults }
  if (endpoint.status !== 'active') return { reason: 'webhook_disabled' }
  const replayId = await runningReplay(tx, endpoint.id)
  if (replayId !== undefined) return { reason: 'replay_under_way', replayId }
  const events = [...new Set(asked.events ?? endpoint.events)]
  await insertReplay(tx, asked, { events, head })
  await recordAudit(tx, {
    company_id: endpoint.company_id,
    type: 'WebhookReplayRequested',
    data: {
      ...auditedEndpoint(endpoint),
      replay_id: asked.commandId,
      ...(asked.since !== undefined && { since: asked.since }),
      ...(asked.until !== undefined && { until: asked.until }),
      ...(asked.from_position !== undefined && { from_position: asked.from_position }),
      events,
      only_failed: asked.only_failed ?? false,
    },
    actor: asked.actor,
    ...(asked.correlationId !== undefined && { correlation_id: asked.correlationId }),
  })
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
  { commandId, endpoint, now, since, until, from_position, only_failed = false }: Beginning,
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
    })
    .execute()
  await sql`select pg_notify(${REPLAYS_CHANNEL}, '')`.execute(tx)
}
