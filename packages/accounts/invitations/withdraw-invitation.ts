import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'

/** Takes an invitation back; its link leads nowhere any more. False when the company has none with this id that is open. */
export async function withdrawInvitation(
  pool: Pool,
  company: CompanyId,
  id: string,
  actor: AuditActor,
): Promise<boolean> {
  if (!validate(id)) return false
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const withdrawn = await tx
        .deleteFrom('accounts.links')
        .where('id', '=', id)
        .where('company_id', '=', company)
        .where('purpose', '=', 'invitation')
        .where('used_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (withdrawn === undefined) return false
      const data = { invitation_id: id }
      await recordAudit(tx, { company_id: company, type: 'InvitationWithdrawn', data, actor })
      return true
    })
}
