import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { LinkFollowed } from '../links/link-followed.js'
import { findLink, takeLink } from '../links/open-links.js'
import { hashPassword } from '../passwords/hash-password.js'
import type { AccountsTables } from '../tables.js'
import { isEmailTaken } from '../users/insert-user.js'
import { openAccount } from './open-account.js'
import { registrationOf } from './registration-of.js'

const UNKNOWN = { ok: false, reason: 'unknown_link' } as const

/**
 * Registers whoever has followed the link that `requestRegistration` made, with the password that he has chosen there:
 * whoever asked for the link may be a stranger.
 */
export async function confirmRegistration(
  pool: Pool,
  token: string,
  password: string,
): Promise<LinkFollowed> {
  const db = kyselyOver<AccountsTables>(pool)
  if ((await findLink(db, 'registration', token)) === undefined) return UNKNOWN
  const password_hash = await hashPassword(password)
  try {
    return await db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, 'registration', token)
      if (link === undefined) return UNKNOWN
      return { ok: true, user: await openAccount(tx, registrationOf(link), password_hash) }
    })
  } catch (error) {
    if (isEmailTaken(error)) return { ok: false, reason: 'email_taken' }
    throw error
  }
}
