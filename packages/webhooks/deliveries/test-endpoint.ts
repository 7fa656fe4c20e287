import { createExample, type WebhookEvent } from '@ecmr/contract'
import { ecmrNumber, isTestCompany } from '@ecmr/domain'
import { requestTraceparent, sleep } from '@ecmr/runtime'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import { type Tx, webhooksDb } from '../db.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from '../endpoints/command-endpoint.js'
import type { Notification } from '../notifications/notification.js'
import { DELIVERIES_CHANNEL, deliveryId } from './insert-deliveries.js'
import { payloadOf, withDocumentUrl } from './payload.js'

/** An endpoint to try out. */
export interface EndpointTest extends EndpointCommand {
  /** what to send an example of, subscribed to or not; the endpoint's first event unless given */
  readonly event?: WebhookEvent
}

/**
 * Makes an example notification and a delivery of it, which a worker attempts at once, and only once, even when the
 * endpoint is disabled. The answer is the delivery's id; `waitForOutcome` tells what became of it.
 */
export async function testEndpoint(
  context: { readonly pool: Pool; readonly clock?: () => Date },
  test: EndpointTest,
): Promise<Commanded<string>> {
  // The event is known by the command, so that the command that comes again finds its delivery.
  const { commandId: eventId = uuidv4() } = test
  const command = { ...test, commandId: eventId }
  return commandEndpoint<string>(context, command, {
    async carryOut(tx, { id, company_id, include_document_url, events: [first = 'ecmr.created'] }, now) {
      const { event = first } = test
      const to = { endpointId: id, companyId: company_id, includeUrl: include_document_url }
      const traceparent = requestTraceparent(test.correlationId)
      await insertTest(tx, { ...to, eventId, event, now, traceparent })
      return undefined
    },
    view: async (_tx, endpointId) => deliveryId(eventId, endpointId),
  })
}

interface NewTest {
  readonly eventId: string
  readonly endpointId: string
  readonly companyId: string
  /** whether the endpoint is told the addresses of documents */
  readonly includeUrl: boolean
  readonly event: WebhookEvent
  readonly now: Date
  /** of the request; undefined: it is not traced */
  readonly traceparent: string | undefined
}

async function insertTest(tx: Tx, test: NewTest): Promise<void> {
  const { eventId, endpointId, companyId, includeUrl, event, now, traceparent } = test
  const livemode = !isTestCompany(companyId)
  const notification = exampleNotification(event, { eventId, noteId: uuidv4(), livemode, now })
  const { id: ecmr_id, ecmr_number, version } = notification.data
  const common = { event_id: eventId, type: event, ecmr_id, version, created_at: now }
  await tx
    .insertInto('webhooks.messages')
    .values({
      ...common,
      company_id: companyId,
      ecmr_number,
      payload: examplePayload(notification, includeUrl),
      traceparent,
    })
    .execute()
  await tx
    .insertInto('webhooks.deliveries')
    .values({
      ...common,
      id: deliveryId(eventId, endpointId),
      endpoint_id: endpointId,
      status: 'pending',
      attempts: 0,
      failures: 0,
      next_attempt_at: now,
      is_test: true,
      expedited: true,
    })
    .execute()
  await sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`.execute(tx)
}

function examplePayload(notification: Notification, includeUrl: boolean): Uint8Array {
  const payload = payloadOf(notification)
  return includeUrl && notification.data.document ? withDocumentUrl(payload, EXAMPLE_URL) : payload
}

/** What makes one example differ from the next. */
interface ExampleIds {
  readonly eventId: string
  readonly noteId: string
  readonly livemode: boolean
  readonly now: Date
}

/**
 * An example of what a webhook is sent about an event, marked as such. Its firms and its note are invented: the note
 * has a number in the usual form that belongs to no note.
 */
export function exampleNotification(
  event: WebhookEvent,
  { eventId, noteId, livemode, now }: ExampleIds,
): Notification {
  const timestamp = now.toISOString()
  const envelope = { id: eventId, timestamp, livemode, test: true } as const
  const mark = livemode ? now.getUTCFullYear() : 'TEST'
  const about = { id: noteId, ecmr_number: ecmrNumber(mark, new Uint8Array(9)) }
  switch (event) {
    case 'ecmr.created':
      return { ...envelope, type: event, data: { ...createExample, ...about, ...created } }
    case 'ecmr.signed':
      return { ...envelope, type: event, data: { ...about, ...signed } }
    case 'ecmr.delivered':
      return { ...envelope, type: event, data: { ...about, ...delivered, delivered_at: timestamp } }
    case 'ecmr.incidencia':
      return { ...envelope, type: event, data: { ...about, ...incident, occurred_at: timestamp } }
    case 'ecmr.updated':
      return { ...envelope, type: event, data: { ...about, ...updated } }
    case 'ecmr.assigned':
      return { ...envelope, type: event, data: { ...about, ...assigned } }
    case 'ecmr.picked_up':
      return { ...envelope, type: event, data: { ...about, ...pickedUp, taken_over_at: timestamp } }
    case 'ecmr.incident_resolved':
      return { ...envelope, type: event, data: { ...about, ...resolved } }
    case 'ecmr.cancelled':
      return { ...envelope, type: event, data: { ...about, ...cancelled } }
    case 'ecmr.document_issued':
      return { ...envelope, type: event, data: { ...about, ...documentIssued } }
    case 'ecmr.delivery_reverted':
      return { ...envelope, type: event, data: { ...about, ...reverted, delivered_at: timestamp } }
    case 'ecmr.shared':
      return { ...envelope, type: event, data: { ...about, ...shared } }
    case 'ecmr.sharing_revoked':
      return { ...envelope, type: event, data: { ...about, ...unshared } }
    case 'ecmr.attachment_added':
      return { ...envelope, type: event, data: { ...about, ...attached } }
  }
}

const shared = {
  status: 'assigned',
  version: 4,
  share_id: '01980000-0000-7000-8000-000000000001',
  shared_with: '01980000-0000-7000-8000-000000000002',
  access: 'act',
  role: 'carrier',
} as const

const unshared = { status: 'delivered', version: 9, share_id: shared.share_id } as const

const attached = {
  status: 'in_transit',
  version: 5,
  attachment_id: '01980000-0000-7000-8000-000000000003',
  kind: 'load_photo',
  media_type: 'image/jpeg',
  sha256: '5f'.repeat(32),
  bytes: 482_113,
  name: 'load.jpg',
} as const

const created = { status: 'draft', version: 1 } as const

const signed = {
  status: 'assigned',
  version: 3,
  role: 'sender',
  signer_name: 'Marta Ejemplo Prueba',
  method: 'typed',
  level: 'simple',
  place: 'Sevilla',
  content_hash: '5f'.repeat(32),
  signature_hash: 'c4'.repeat(32),
  previous_signature_hash: null,
} as const

const incident = {
  status: 'incident',
  version: 5,
  incident_id: '00000000-0000-4000-8000-000000000001',
  type: 'damage',
  severity: 'medium',
  description: 'Dos palés llegaron mojados',
  place: 'Zaragoza',
} as const

const delivered = {
  status: 'delivered',
  version: 7,
  document: { kind: 'cmr', version: 2, sha256: 'd0'.repeat(32) },
  place: 'Toulouse',
} as const

const updated = {
  status: 'assigned',
  version: 3,
  changes: [{ field: 'delivery_date', old: null, new: '2026-03-04' }],
} as const

const assigned = {
  status: 'assigned',
  version: 2,
  changes: [{ field: 'carrier_company_name', old: null, new: 'Transportes Ejemplo' }],
} as const

const pickedUp = { status: 'in_transit', version: 5, place: 'Sevilla' } as const

const resolved = {
  status: 'in_transit',
  version: 6,
  incident_id: incident.incident_id,
  outcome: 'continue',
  note: 'Los palés se secaron y siguen',
} as const

const cancelled = { status: 'draft', version: 2, reason: 'Pedido anulado' } as const

const documentIssued = {
  status: 'assigned',
  version: 4,
  document: { kind: 'cmr', version: 1, sha256: 'd0'.repeat(32) },
  document_id: '00000000-0000-7000-8000-000000000002',
  language: 'es',
  note_version: 3,
  bytes: 84_213,
} as const

const reverted = { status: 'in_transit', version: 8, reason: 'Era otra carta de porte' } as const

/** A name that leads nowhere (RFC 2606). */
const EXAMPLE_URL = `https://ecmr.example/d/${'A'.repeat(43)}`

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500
const GROWTH = 1.5

/**
 * Waits until nothing more is to come of a delivery, looking at it ever less often. Resolves also when time is up or
 * the signal aborts; what the delivery is like then is for the caller to read.
 *
 * @param options.timeoutMs longest wait, milliseconds
 */
export async function waitForOutcome(
  pool: Pool,
  deliveryId: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + timeoutMs
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted && (await isPending(pool, deliveryId))) {
    const left = until - performance.now()
    if (left <= 0) return
    await sleep(Math.min(pause, left), signal)
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)
  }
}

async function isPending(pool: Pool, deliveryId: string): Promise<boolean> {
  const row = await webhooksDb(pool)
    .selectFrom('webhooks.deliveries')
    .select('status')
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.status === 'pending'
}
