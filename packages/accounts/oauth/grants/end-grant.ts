import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AuditActor } from '../../audit/audit-entry.js'
import type { OauthTables } from '../tables.js'
import { endHeldGrant } from './end-held-grant.js'
import { heldGrants } from './hold-grant.js'

/**
 * Ends an assistant's access at once, with all its tokens, and notes it on the audit trail. False when the company has no such
 * assistant (any more).
 */
export async function endGrant(
  pool: Pool,
  company: CompanyId,
  grantId: string,
  actor: AuditActor,
): Promise<boolean> {
  if (!validate(grantId)) return false
  return kyselyOver<OauthTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const grant = await heldGrants(tx)
        .where('g.id', '=', grantId)
        .where('g.company_id', '=', company)
        .executeTakeFirst()
      if (!grant?.isAlive) return false
      await endHeldGrant(tx, grant, 'disconnected', actor)
      return true
    })
}
