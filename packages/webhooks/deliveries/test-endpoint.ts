import type { WebhookEvent } from '@ecmr/contract'
import { sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import { type Commanded, commandEndpoint, type EndpointCommand } from '../endpoints/command-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { DELIVERIES_CHANNEL, deliveryId } from './insert-deliveries.js'
import { payloadOf } from './payload.js'
import { exampleNotification } from './test-notification.js'

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
    async carryOut(tx, { id, company_id, events: [first = 'ecmr.created'] }, now) {
      const { event = first } = test
      await insertTest(tx, { eventId, endpointId: id, companyId: company_id, event, now })
      return undefined
    },
    view: async (_tx, endpointId) => deliveryId(eventId, endpointId),
  })
}

interface NewTest {
  readonly eventId: string
  readonly endpointId: string
  readonly companyId: string
  readonly event: WebhookEvent
  readonly now: Date
}

async function insertTest(tx: Transaction<WebhookTables>, test: NewTest): Promise<void> {
  const { eventId, endpointId, companyId, event, now } = test
  const notification = exampleNotification(event, { eventId, noteId: uuidv4(), now })
  const { id: ecmr_id, ecmr_number, version } = notification.data
  const told = { event_id: eventId, type: event, ecmr_id, version, created_at: now }
  await tx
    .insertInto('webhooks.messages')
    .values({ ...told, company_id: companyId, ecmr_number, payload: payloadOf(notification) })
    .execute()
  await tx
    .insertInto('webhooks.deliveries')
    .values({
      ...told,
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
