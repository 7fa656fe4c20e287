import { accountOf } from '@ecmr/domain'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import type { Person, User, UserRole } from '../users/user.js'

/**
 * Lets a person act for a company, in the transaction that permits it; the company's audit trail names them by id, as an immutable
 * log is no place for a mail address. Without an actor, the person joins by themself. Rejects with Postgres's unique violation for one who
 * acts for it already.
 */
export async function insertMembership(
  tx: Tx,
  person: Person,
  { company_id: company, role }: { readonly company_id: string; readonly role: UserRole },
  actor: AuditActor = { kind: 'user', id: person.id },
): Promise<User> {
  const company_id = accountOf(company)
  const { notices, since } = await tx
    .insertInto('accounts.memberships')
    .values({ user_id: person.id, company_id, role })
    .returning(['notices', 'since'])
    .executeTakeFirstOrThrow()
  await tx.updateTable('accounts.users').set({ left_at: null }).where('id', '=', person.id).execute()
  const data = { user_id: person.id, role }
  await recordAudit(tx, { company_id, type: 'UserAdded', data, actor })
  return { ...person, company_id, role, notices, last_login_at: null, created_at: since.toISOString() }
}
