import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { findLink } from '../links/open-links.js'
import type { AccountsTables } from '../tables.js'
import { type Invitation, invitationFromRow } from './invitation.js'

/** What somebody is invited to by this link; `undefined` when it is unknown, used, withdrawn or expired. */
export async function findInvitation(
  pool: Pool,
  token: string,
): Promise<(Invitation & { readonly company_name: string }) | undefined> {
  const db = kyselyOver<AccountsTables>(pool)
  const link = await findLink(db, 'invitation', token)
  if (link === undefined) return undefined
  const invitation = invitationFromRow(link)
  const { name } = await db
    .selectFrom('accounts.companies')
    .select('name')
    .where('id', '=', invitation.company_id)
    .executeTakeFirstOrThrow()
  return { ...invitation, company_name: name }
}
