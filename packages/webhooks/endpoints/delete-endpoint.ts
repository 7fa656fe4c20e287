import type { Pool } from 'pg'
import type { Tx } from '../db.js'
import { auditedEndpoint, type RecordAudit } from './audit.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from './command-endpoint.js'
import { stopSending } from './disable-endpoint.js'

/**
 * Deletes an endpoint: its secrets are wiped, what waits for it is cancelled. The row stays, out of sight, because
 * deliveries under way and past ones refer to it.
 */
export async function deleteEndpoint(
  context: { readonly pool: Pool; readonly recordAudit: RecordAudit; readonly clock?: () => Date },
  command: EndpointCommand,
): Promise<Commanded<'deleted'>> {
  const { actor, correlationId } = command
  return commandEndpoint<'deleted'>(context, command, {
    async carryOut(tx, { id, company_id, url }, now) {
      await wipe(tx, id, now)
      await stopSending(tx, { id, reason: 'webhook_deleted', now })
      await context.recordAudit(tx, {
        company_id,
        type: 'WebhookDeleted',
        data: auditedEndpoint({ id, url }),
        actor,
        ...(correlationId !== undefined && { correlation_id: correlationId }),
      })
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
