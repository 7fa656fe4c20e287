import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { LinkFollowed } from '../links/link-followed.js'
import { findLink, takeLink } from '../links/open-links.js'
import { hashPassword } from '../passwords/hash-password.js'
import type { AccountsTables } from '../tables.js'
import { insertUser, isEmailTaken } from '../users/insert-user.js'
import type { Language } from '../users/user.js'
import { invitationFromRow } from './invitation.js'

const UNKNOWN = { ok: false, reason: 'unknown_link' } as const

/** Adds whoever has followed an invitation's link to the company, with the address and role that it was made for. */
export async function acceptInvitation(
  pool: Pool,
  token: string,
  person: { readonly name: string; readonly password: string; readonly language: Language },
): Promise<LinkFollowed> {
  const db = kyselyOver<AccountsTables>(pool)
  if ((await findLink(db, 'invitation', token)) === undefined) return UNKNOWN
  const { name, language } = person
  const password_hash = await hashPassword(person.password)
  try {
    return await db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, 'invitation', token)
      if (link === undefined) return UNKNOWN
      const { company_id, email, role } = invitationFromRow(link)
      const user = await insertUser(tx, { company_id, email, role, name, language, password_hash })
      return { ok: true, user }
    })
  } catch (error) {
    if (isEmailTaken(error)) return { ok: false, reason: 'email_taken' }
    throw error
  }
}
