import type { ChangeWebhook } from '@ecmr/contract'
import type { Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'
import type { ChangedBy, RecordAudit } from './audit.js'
import { auditedEndpoint } from './audited-endpoint.js'
import type { EndpointRow } from './command-endpoint.js'
import { disableEndpoint } from './disable-endpoint.js'
import { enableEndpoint } from './enable-endpoint.js'
import { beforeAndAfter, differences } from './endpoint-changes.js'
import { resetHealth } from './reset-health.js'

/** A change to an endpoint that has been looked at. */
export interface Change {
  readonly changes: ChangeWebhook
  readonly followsFrom: string
  readonly actor: ChangedBy
  readonly correlationId?: string
  readonly now: Date
}

/** Changes an endpoint that is locked. What changes nothing leaves no trace. */
export async function applyChanges(
  tx: Transaction<WebhookTables>,
  endpoint: EndpointRow,
  change: Change,
  recordAudit: RecordAudit,
): Promise<'disabled_by_operator' | undefined> {
  const { actor, correlationId, followsFrom, now } = change
  const changes = differences(endpoint, change.changes)
  if (Object.keys(changes).length === 0) return undefined
  const { enabled, ...attributes } = changes
  if (enabled && endpoint.status_reason === 'operator' && actor.kind !== 'operator') {
    return 'disabled_by_operator'
  }
  await setAttributes(tx, endpoint.id, attributes, now)
  if (enabled) await enableEndpoint(tx, { id: endpoint.id, followsFrom, now })
  await recordAudit(tx, {
    company_id: endpoint.company_id,
    type: 'WebhookChanged',
    data: { ...auditedEndpoint(endpoint), changes: beforeAndAfter(endpoint, changes) },
    actor,
    ...(correlationId !== undefined && { correlation_id: correlationId }),
  })
  if (enabled === false) {
    const by = { actor, ...(correlationId !== undefined && { correlationId }) }
    await disableEndpoint(tx, { id: endpoint.id, reason: 'owner', now, ...by }, recordAudit)
  }
  return undefined
}

async function setAttributes(
  tx: Transaction<WebhookTables>,
  id: string,
  attributes: Omit<ChangeWebhook, 'enabled'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhooks.endpoints')
    .set({ ...attributes, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (attributes.url !== undefined) await resetHealth(tx, id)
}
