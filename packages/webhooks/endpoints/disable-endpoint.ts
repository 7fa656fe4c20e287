import type { Transaction } from 'kysely'
import { cancelDeliveries } from '../deliveries/cancel-deliveries.js'
import type { WebhookTables } from '../tables.js'
import type { ChangedBy, RecordAudit } from './audit.js'

const ourselves: ChangedBy = { kind: 'system', id: 'notifier', name: 'Webhook delivery' }

/** Stops sending to an endpoint and cancels what waits for it. Does nothing when it is not active. */
export async function disableEndpoint(
  tx: Transaction<WebhookTables>,
  endpoint: { readonly id: string; readonly reason: 'gone' | 'failing'; readonly now: Date },
  recordAudit: RecordAudit,
): Promise<void> {
  const { id, reason, now } = endpoint
  const disabled = await tx
    .updateTable('webhooks.endpoints')
    .set({ status: 'disabled', status_reason: reason, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning(['company_id', 'url'])
    .executeTakeFirst()
  if (!disabled) return
  await cancelDeliveries(tx, id, now)
  await recordAudit(tx, {
    company_id: disabled.company_id,
    type: 'WebhookDisabled',
    data: { webhook_id: id, url: disabled.url, reason },
    actor: ourselves,
  })
}
