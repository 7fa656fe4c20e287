import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import { endGrantsOfPerson } from '../oauth/grants/end-grants-of-person.js'
import type { OauthTables } from '../oauth/tables.js'
import type { AccountsTables } from '../tables.js'
import type { PersonChanged } from './change-role.js'
import { lockPerson } from './lock-person.js'

/**
 * Deletes a person, with his sessions, his links and the access of the assistants that he let in: all that ends at once. What he
 * did stays in the log.
 */
export function removeUser(
  pool: Pool,
  company: CompanyId,
  userId: string,
  actor: AuditActor,
): Promise<PersonChanged> {
  return kyselyOver<AccountsTables & OauthTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const person = await lockPerson(tx, company, userId)
      if (person === undefined) return 'not_found'
      if (person.isLastOwner) return 'last_owner'
      // The rows go with the person's; this tells the audit trail.
      await endGrantsOfPerson(tx, userId, 'person_removed', actor)
      await tx.deleteFrom('accounts.users').where('id', '=', userId).execute()
      const data = { user_id: userId, role: person.user.role }
      await recordAudit(tx, { company_id: company, type: 'UserRemoved', data, actor })
      return 'done'
    })
}
