import type { Transaction } from 'kysely'
import type { AuditActor } from '../../audit/audit-entry.js'
import type { OauthTables } from '../tables.js'
import { endHeldGrant } from './end-held-grant.js'
import { heldGrants } from './hold-grant.js'

/** Ends what a person who is being removed has let in, so that the audit trail tells of each; the rows go with the person's. */
export async function endGrantsOfPerson(
  tx: Transaction<OauthTables>,
  userId: string,
  actor: AuditActor,
): Promise<void> {
  const grants = await heldGrants(tx).where('g.user_id', '=', userId).execute()
  for (const grant of grants) if (grant.isAlive) await endHeldGrant(tx, grant, 'person_removed', actor)
}
