import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import type { Tx } from '../db.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from '../endpoints/command-endpoint.js'
import { DELIVERIES_CHANNEL } from './insert-deliveries.js'

/** Which of an endpoint's deliveries to attempt again. */
export interface Retry extends EndpointCommand {
  /** any text */
  readonly deliveryId: string
}

/**
 * Makes a delivery due at once, whatever became of it, except while an attempt is under way. It passes what else
 * waits, once, and the schedule starts anew; attempts go on being counted.
 *
 * @returns `not_found` also for a delivery that is unknown, malformed or another endpoint's
 */
export async function retryDelivery(
  context: { readonly pool: Pool; readonly clock?: () => Date },
  retry: Retry,
): Promise<Commanded<'due', 'webhook_disabled' | 'under_way'>> {
  const { deliveryId } = retry
  return commandEndpoint<'due', 'webhook_disabled' | 'under_way'>(context, retry, {
    async carryOut(tx, endpoint, now) {
      const delivery = await lockDelivery(tx, endpoint.id, deliveryId)
      if (delivery === undefined) return 'not_found'
      if (endpoint.status !== 'active') return 'webhook_disabled'
      if (delivery.leased_until !== null && delivery.leased_until > now) return 'under_way'
      await makeDue(tx, deliveryId, now)
      return undefined
    },
    view: async () => 'due',
  })
}

async function lockDelivery(tx: Tx, endpointId: string, id: string) {
  if (!isUuid(id)) return undefined
  return tx
    .selectFrom('webhooks.deliveries')
    .select('leased_until')
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst()
}

// A lease that has run out stays: the next claim writes the attempt down as interrupted. The replay goes, because its
// cancellation must not cancel what was requested by name.
async function makeDue(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks.deliveries')
    .set({
      status: 'pending',
      failures: 0,
      failing_since: null,
      next_attempt_at: now,
      expedited: true,
      replay_id: null,
      finished_at: null,
    })
    .where('id', '=', id)
    .execute()
  await sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`.execute(tx)
}
