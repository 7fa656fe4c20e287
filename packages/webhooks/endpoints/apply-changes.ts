import { isDeepStrictEqual } from 'node:util'
import type { ChangeWebhook } from '@ecmr/contract'
import type { JsonObject, JsonValue } from '@ecmr/domain'
import type { Tx } from '../db.js'
import { auditedEndpoint, auditedUrl, type ChangedBy, type RecordAudit } from './audit.js'
import type { EndpointRow } from './command-endpoint.js'
import { disableEndpoint, enableEndpoint, resetHealth } from './disable-endpoint.js'

/** What differs from the endpoint as it is. */
export function differences(endpoint: EndpointRow, asked: ChangeWebhook): ChangeWebhook {
  const now = asGiven(endpoint)
  return Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  )
}

/** The differences as the audit trail keeps them: by field, what was and what is. */
function beforeAndAfter(endpoint: EndpointRow, changes: ChangeWebhook): JsonObject {
  const before = asGiven(endpoint)
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      { old: audited(name, before[name] ?? null), new: audited(name, value) },
    ]),
  )
}

function audited(name: string, value: JsonValue): JsonValue {
  return name === 'url' && typeof value === 'string' ? auditedUrl(value) : value
}

/** An endpoint in the words of a change. */
function asGiven({
  url,
  events,
  description,
  max_per_second,
  status,
}: EndpointRow): Readonly<Record<string, JsonValue>> {
  return { url, events, description, max_per_second, enabled: status === 'active' }
}

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
  tx: Tx,
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
  tx: Tx,
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
