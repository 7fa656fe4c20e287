import { isDeepStrictEqual } from 'node:util'
import type { ChangeWebhook } from '@ecmr/contract'
import {
  changedMetadata,
  type Fault,
  type JsonObject,
  type JsonValue,
  type Metadata,
  type MetadataChanges,
  tooManyKeys,
  withMetadata,
} from '@ecmr/domain'
import type { Tx } from '../db.js'
import { auditedUrl, type ChangedBy, endpointChange, type RecordAudit } from './audit.js'
import { checkUrl, type UrlRules } from './check-url.js'
import {
  type Commanded,
  commandEndpoint,
  type EndpointCommand,
  type EndpointContext,
  type EndpointRow,
} from './command-endpoint.js'
import { disableEndpoint, enableEndpoint, resetHealth } from './disable-endpoint.js'
import { type Endpoint, findEndpoint, readEndpoint } from './endpoint.js'

interface ChangeContext extends EndpointContext {
  readonly urlRules: UrlRules
}

interface ChangeCommand extends EndpointCommand {
  /** what is given is changed; `null` clears */
  readonly changes: ChangeWebhook
  /** the head of the event log, read before: an endpoint that is enabled gets the events after it */
  readonly followsFrom: string
}

type Refused = 'disabled_by_operator' | 'too_many_keys'

export type EndpointChanged =
  | Commanded<Endpoint, Refused>
  | { readonly ok: false; readonly reason: 'invalid_url'; readonly fault: Fault }

/**
 * Changes an endpoint on its owner's behalf. Another address begins with a clean record. Disabling cancels what waits;
 * enabling, which is refused when the operator has disabled it, brings events from then on.
 */
export async function changeEndpoint(
  context: ChangeContext,
  command: ChangeCommand,
): Promise<EndpointChanged> {
  const { company, id, changes } = command
  if (changes.url === undefined) return change(context, command)
  // What is wrong with an address is said to owners only.
  if ((await findEndpoint(context.pool, company, id)) === undefined) return { ok: false, reason: 'not_found' }
  const url = checkUrl(changes.url, context.urlRules)
  if (!(url instanceof URL)) return { ok: false, reason: 'invalid_url', fault: url }
  return change(context, { ...command, changes: { ...changes, url: url.href } })
}

function change(context: ChangeContext, command: ChangeCommand): Promise<Commanded<Endpoint, Refused>> {
  return commandEndpoint(context, command, {
    carryOut: (tx, endpoint, now) => applyChanges(tx, endpoint, { ...command, now }, context.recordAudit),
    view: readEndpoint,
  })
}

/** An endpoint to switch on or off. */
type Switching = EndpointCommand &
  (
    | { readonly enabled: false }
    /** `followsFrom`: the head of the event log, read before; events after it are delivered */
    | { readonly enabled: true; readonly followsFrom: string }
  )

/**
 * Disables or enables an endpoint on the operator's behalf, whose actor must be of the kind `operator`. What the operator
 * has disabled its owner cannot enable.
 */
export function switchEndpoint(
  context: EndpointContext,
  command: Switching,
): Promise<Commanded<Endpoint, Refused>> {
  const { recordAudit } = context
  return commandEndpoint<Endpoint, Refused>(context, command, {
    async carryOut(tx, endpoint, now) {
      if (command.enabled) {
        const changes = { enabled: true }
        return applyChanges(tx, endpoint, { ...command, changes, now }, recordAudit)
      }
      await disableEndpoint(tx, { ...command, id: endpoint.id, reason: 'operator', now }, recordAudit)
      return undefined
    },
    view: readEndpoint,
  })
}

function metadataAfter(before: Metadata, wanted: MetadataChanges | null): Metadata {
  return withMetadata(before, changedMetadata(before, wanted)?.metadata ?? {})
}

/** What differs from the endpoint as it is. */
function differences(endpoint: EndpointRow, wanted: ChangeWebhook): ChangeWebhook {
  const now = asGiven(endpoint)
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
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
  // The trail is for ever; values of programs need not be.
  if (name === 'metadata') return Object.keys(value ?? {})
  return name === 'url' && typeof value === 'string' ? auditedUrl(value) : value
}

/** An endpoint in the words of a change. */
function asGiven({
  url,
  events,
  description,
  max_per_second,
  include_document_url,
  metadata,
  status,
}: EndpointRow): Readonly<Record<string, JsonValue>> {
  const enabled = status === 'active'
  return { url, events, description, max_per_second, include_document_url, metadata, enabled }
}

/** A change to an endpoint that has been looked at. */
interface Change {
  readonly changes: ChangeWebhook
  readonly followsFrom: string
  readonly actor: ChangedBy
  readonly correlationId?: string
  readonly now: Date
}

/** Changes an endpoint that is locked. What changes nothing leaves no trace. */
async function applyChanges(
  tx: Tx,
  endpoint: EndpointRow,
  change: Change,
  recordAudit: RecordAudit,
): Promise<Refused | undefined> {
  const { actor, followsFrom, now } = change
  const { metadata, ...wanted } = change.changes
  const kept = metadata !== undefined && metadataAfter(endpoint.metadata, metadata)
  if (kept && tooManyKeys(kept) !== undefined) return 'too_many_keys'
  const changes = differences(endpoint, kept ? { ...wanted, metadata: kept } : wanted)
  if (Object.keys(changes).length === 0) return undefined
  const { enabled, ...attributes } = changes
  if (enabled && endpoint.status_reason === 'operator' && actor.kind !== 'operator') {
    return 'disabled_by_operator'
  }
  await setAttributes(tx, endpoint.id, attributes, now)
  if (enabled) await enableEndpoint(tx, { id: endpoint.id, followsFrom, now })
  const audited = endpointChange('WebhookChanged', endpoint, change, {
    changes: beforeAndAfter(endpoint, changes),
  })
  await recordAudit(tx, audited)
  if (enabled === false) {
    await disableEndpoint(tx, { ...change, id: endpoint.id, reason: 'owner' }, recordAudit)
  }
  return undefined
}

async function setAttributes(
  tx: Tx,
  id: string,
  { metadata, ...attributes }: Omit<ChangeWebhook, 'enabled'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhooks.endpoints')
    .set({ ...attributes, ...(metadata && { metadata: JSON.stringify(metadata) }), updated_at: now })
    .where('id', '=', id)
    .execute()
  if (attributes.url !== undefined) await resetHealth(tx, id)
}
