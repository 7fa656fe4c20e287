import type { Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'

/** Gives up everything that still waits for an endpoint. */
export async function cancelDeliveries(
  tx: Transaction<WebhookTables>,
  endpointId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhooks.deliveries')
    .set({ status: 'cancelled', leased_until: null, finished_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhooks.deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('status', '=', 'pending')
        .orderBy('id')
        .forUpdate(),
    )
    .execute()
}
