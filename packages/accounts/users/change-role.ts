import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { changedFields } from '../audit/changed-fields.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import { lockPerson } from './lock-person.js'
import type { UserRole } from './user.js'

/** `last_owner`: refused, since nobody would be left to look after the company. */
export type PersonChanged = 'done' | 'not_found' | 'last_owner'

/** Gives a person of the company another role. It counts from the next request on. */
export function changeRole(
  pool: Pool,
  company: CompanyId,
  userId: string,
  role: UserRole,
  actor: AuditActor,
): Promise<PersonChanged> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const person = await lockPerson(tx, company, userId)
      if (person === undefined) return 'not_found'
      const changed = changedFields({ role: person.user.role }, { role }, ['role'])
      if (changed === undefined) return 'done'
      if (person.isLastOwner) return 'last_owner'
      await tx.updateTable('accounts.users').set({ role }).where('id', '=', userId).execute()
      const data = { user_id: userId, ...changed }
      await recordAudit(tx, { company_id: company, type: 'UserChanged', data, actor })
      return 'done'
    })
}
