import type { Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'
import { resetHealth } from './reset-health.js'

/**
 * Sends to a disabled endpoint again: events after `followsFrom`, the head of the log. What was recorded in between
 * is for a replay to bring, if its owner wants it at all.
 */
export async function enableEndpoint(
  tx: Transaction<WebhookTables>,
  { id, followsFrom, now }: { readonly id: string; readonly followsFrom: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('webhooks.endpoints')
    .set({ status: 'active', status_reason: null, follows_from: followsFrom, updated_at: now })
    .where('id', '=', id)
    .execute()
  await resetHealth(tx, id)
}
