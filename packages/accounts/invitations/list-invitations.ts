import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import { type Invitation, invitationFromRow } from './invitation.js'
import { openInvitations } from './open-invitations.js'

/** The invitations of a company that can still be accepted, newest first. */
export async function listInvitations(pool: Pool, company: CompanyId): Promise<readonly Invitation[]> {
  const rows = await openInvitations(kyselyOver<AccountsTables>(pool), company)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(invitationFromRow)
}
