import type { DisablingReason } from '@ecmr/contract'
import type { Tx } from '../db.js'
import type { ReplayEnding } from '../replays/cancel-replay.js'
import { type ChangedBy, endpointChange, type RecordAudit } from './audit.js'
import {
  type Commanded,
  commandEndpoint,
  type EndpointCommand,
  type EndpointContext,
} from './command-endpoint.js'

/**
 * Deletes an endpoint: its secrets are wiped, what waits for it is cancelled. The row stays, out of sight, because
 * deliveries under way and past ones refer to it.
 */
export async function deleteEndpoint(
  context: EndpointContext,
  command: EndpointCommand,
): Promise<Commanded<'deleted'>> {
  return commandEndpoint<'deleted'>(context, command, {
    async carryOut(tx, { id, company_id, url }, now) {
      await wipe(tx, id, now)
      await stopSending(tx, { id, reason: 'webhook_deleted', now })
      await context.recordAudit(tx, endpointChange('WebhookDeleted', { id, company_id, url }, command))
      return undefined
    },
    view: async () => 'deleted',
  })
}

async function wipe(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks.endpoints')
    .set({
      status: 'deleted',
      secret: null,
      former_secrets: '[]',
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** An endpoint to disable, why, and by whom: by ourselves unless given. */
interface Disabling {
  readonly id: string
  readonly reason: DisablingReason
  readonly now: Date
  readonly actor?: ChangedBy
  readonly correlationId?: string
}

const ourselves: ChangedBy = { kind: 'system', id: 'notifier' }

/**
 * Stops sending to an endpoint and cancels what waits for it. Does nothing when it is not active; only the operator's
 * word replaces an earlier reason, so that the owner cannot enable it again.
 */
export async function disableEndpoint(
  tx: Tx,
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
  const by = { actor, ...(correlationId !== undefined && { correlationId }) }
  await recordAudit(tx, endpointChange('WebhookDisabled', { id, ...disabled }, by, { reason }))
}

/**
 * Sends to a disabled endpoint again: events after `followsFrom`, the head of the log. What was recorded in between
 * is for a replay to bring, if its owner wants it at all.
 */
export async function enableEndpoint(
  tx: Tx,
  { id, followsFrom, now }: { readonly id: string; readonly followsFrom: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('webhooks.endpoints')
    .set({ status: 'active', status_reason: null, follows_from: followsFrom, updated_at: now })
    .where('id', '=', id)
    .execute()
  await resetHealth(tx, id)
}

/** Forgets how an endpoint has answered so far: what comes next has nothing to do with it. */
export async function resetHealth(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhooks.endpoint_health')
    .set({ failures: 0, failing_since: null, times_opened: 0, open_until: null })
    .where('endpoint_id', '=', endpointId)
    .execute()
}

type Because = Extract<ReplayEnding, `webhook_${string}`>

/** Gives up everything that still waits for an endpoint: its running replay, then its deliveries. */
async function stopSending(
  tx: Tx,
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

/** Gives up everything that still waits for an endpoint. */
async function cancelDeliveries(tx: Tx, endpointId: string, now: Date): Promise<void> {
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
