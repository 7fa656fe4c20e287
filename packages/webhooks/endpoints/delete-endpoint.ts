import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { cancelDeliveries } from '../deliveries/cancel-deliveries.js'
import type { WebhookTables } from '../tables.js'
import type { ChangedBy, RecordAudit } from './audit.js'

/**
 * Deletes an endpoint: its secret is wiped, what waits for it is cancelled. The row stays, out of sight, because
 * deliveries under way and past ones refer to it.
 *
 * @returns false for an id that is malformed, unknown or another company's
 */
export async function deleteEndpoint(
  { pool, recordAudit, clock = () => new Date() }: DeletionContext,
  { company, id, actor, correlationId }: Deletion,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return kyselyOver<WebhookTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const now = clock()
      const deleted = await tx
        .updateTable('webhooks.endpoints')
        .set({ status: 'deleted', secret: null, updated_at: now })
        .where('id', '=', id)
        .where('company_id', '=', company)
        .where('status', '<>', 'deleted')
        .returning('url')
        .executeTakeFirst()
      if (!deleted) return false
      await cancelDeliveries(tx, id, now)
      await recordAudit(tx, {
        company_id: company,
        type: 'WebhookDeleted',
        data: { webhook_id: id, url: deleted.url },
        actor,
        ...(correlationId !== undefined && { correlation_id: correlationId }),
      })
      return true
    })
}

interface DeletionContext {
  readonly pool: Pool
  readonly recordAudit: RecordAudit
  readonly clock?: () => Date
}

interface Deletion {
  readonly company: CompanyId
  readonly id: string
  readonly actor: ChangedBy
  readonly correlationId?: string
}
