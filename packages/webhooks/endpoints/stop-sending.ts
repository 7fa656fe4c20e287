import type { Transaction } from 'kysely'
import { cancelDeliveries } from '../deliveries/cancel-deliveries.js'
import type { ReplayEnding } from '../replays/end-replay.js'
import type { WebhookTables } from '../tables.js'

type Because = Extract<ReplayEnding, `webhook_${string}`>

/** Gives up everything that still waits for an endpoint: its running replay, then its deliveries. */
export async function stopSending(
  tx: Transaction<WebhookTables>,
  endpoint: {
    readonly id: string
    readonly reason: Because
    readonly now: Date
  },
): Promise<void> {
  const { id, reason, now } = endpoint
  await tx
    .updateTable('webhooks.replays')
    .set({ status: 'cancelled', status_reason: reason, finished_at: now })
    .where('endpoint_id', '=', id)
    .where('status', '=', 'running')
    .execute()
  await cancelDeliveries(tx, id, now)
}
