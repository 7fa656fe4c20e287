import type { CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'
import { newLink } from '../links/links.js'
import type { Language, UserRole } from '../users/user.js'
import { userWith } from '../users/users.js'
import { type Invitation, invitationColumns, invitationFromRow, openInvitations } from './invitations.js'

/** A company that has so many open invitations withdraws some first: we are no means of writing to strangers. */
export const MOST_INVITATIONS = 50

export type Invited =
  | { readonly ok: true; readonly token: string; readonly invitation: Invitation }
  | { readonly ok: false; readonly reason: 'email_taken' | 'too_many' }

/**
 * Makes the link, good for a week, by which a person joins the company. It replaces one to the same address. That an
 * address has an account elsewhere is shown to its owner on following the link, not to the inviter: anyone may have a
 * company.
 */
export function invite(
  pool: Pool,
  company: CompanyId,
  input: { readonly email: string; readonly role: UserRole; readonly language: Language },
  actor: AuditActor,
): Promise<Invited> {
  const { role, language } = input
  const email = input.email.trim()
  return inTransaction(pool, async (tx) => {
    await oneAtATime(tx, company)
    const known = await userWith(tx, email)
    if (known?.company_id === company) return { ok: false, reason: 'email_taken' }
    await forgetFormer(tx, company, email)
    if ((await openInvitations(tx, company).execute()).length >= MOST_INVITATIONS) {
      return { ok: false, reason: 'too_many' }
    }
    const details = { role, language }
    const { id, token } = await newLink(tx, { purpose: 'invitation', company_id: company, email, details })
    const row = await tx
      .selectFrom('accounts.links')
      .select(invitationColumns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const data = { invitation_id: id, role }
    await recordAudit(tx, { company_id: company, type: 'UserInvited', data, actor })
    return { ok: true, token, invitation: invitationFromRow(row) }
  })
}

async function oneAtATime(tx: Tx, company: CompanyId): Promise<void> {
  await tx
    .selectFrom('accounts.companies')
    .select('id')
    .where('id', '=', company)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function forgetFormer(tx: Tx, company: CompanyId, email: string): Promise<void> {
  await tx
    .deleteFrom('accounts.links')
    .where('company_id', '=', company)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute()
}
