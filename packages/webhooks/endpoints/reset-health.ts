import type { Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'

/** Forgets how an endpoint has answered so far: what comes next has nothing to do with it. */
export async function resetHealth(tx: Transaction<WebhookTables>, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhooks.endpoint_health')
    .set({ failures: 0, failing_since: null, times_opened: 0, open_until: null })
    .where('endpoint_id', '=', endpointId)
    .execute()
}
