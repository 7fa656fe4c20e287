import type { Transaction } from 'kysely'
import type { AuditActor } from '../../audit/audit-entry.js'
import type { OauthTables } from '../tables.js'
import { endHeldGrant } from './end-held-grant.js'
import { heldGrants } from './hold-grant.js'

/** Ends all that a person has let in; the audit trail tells of each. */
export async function endGrantsOfPerson(
  tx: Transaction<OauthTables>,
  userId: string,
  reason: 'person_removed' | 'password_changed',
  actor: AuditActor,
): Promise<void> {
  const grants = await heldGrants(tx).where('g.user_id', '=', userId).execute()
  for (const grant of grants) if (grant.isAlive) await endHeldGrant(tx, grant, reason, actor)
}
