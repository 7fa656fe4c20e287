import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { LinkFollowed } from '../links/link-followed.js'
import { takeLink } from '../links/open-links.js'
import type { AccountsTables } from '../tables.js'
import { isEmailTaken } from '../users/insert-user.js'
import { openAccount } from './open-account.js'
import { registrationOf } from './registration-of.js'

/** Registers whoever has followed the link that `requestRegistration` made. */
export async function confirmRegistration(pool: Pool, token: string): Promise<LinkFollowed> {
  try {
    return await kyselyOver<AccountsTables>(pool)
      .transaction()
      .execute(async (tx) => {
        const link = await takeLink(tx, 'registration', token)
        if (link === undefined) return { ok: false, reason: 'unknown_link' }
        return { ok: true, user: await openAccount(tx, registrationOf(link)) }
      })
  } catch (error) {
    if (isEmailTaken(error)) return { ok: false, reason: 'email_taken' }
    throw error
  }
}
