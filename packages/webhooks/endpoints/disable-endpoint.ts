import type { DisablingReason } from '@ecmr/contract'
import type { Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'
import type { ChangedBy, RecordAudit } from './audit.js'
import { auditedEndpoint } from './audited-endpoint.js'
import { stopSending } from './stop-sending.js'

/** An endpoint to disable, why, and by whom: by ourselves unless given. */
export interface Disabling {
  readonly id: string
  readonly reason: DisablingReason
  readonly now: Date
  readonly actor?: ChangedBy
  readonly correlationId?: string
}

const ourselves: ChangedBy = { kind: 'system', id: 'notifier', name: 'Webhook delivery' }

/**
 * Stops sending to an endpoint and cancels what waits for it. Does nothing when it is not active; only the operator's
 * word replaces an earlier reason, so that the owner cannot enable it again.
 */
export async function disableEndpoint(
  tx: Transaction<WebhookTables>,
  { id, reason, now, actor = ourselves, correlationId }: Disabling,
  recordAudit: RecordAudit,
): Promise<void> {
  const disabled = await tx
    .updateTable('webhooks.endpoints')
    .set({ status: 'disabled', status_reason: reason, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', reason === 'operator' ? ['active', 'disabled'] : ['active'])
    .where('status_reason', 'is distinct from', reason)
    .returning(['company_id', 'url'])
    .executeTakeFirst()
  if (!disabled) return
  await stopSending(tx, { id, reason: 'webhook_disabled', now })
  await recordAudit(tx, {
    company_id: disabled.company_id,
    type: 'WebhookDisabled',
    data: { ...auditedEndpoint({ id, url: disabled.url }), reason },
    actor,
    ...(correlationId !== undefined && { correlation_id: correlationId }),
  })
}
