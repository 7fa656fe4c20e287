import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { recordAudit } from '../audit/record-audit.js'
import { takeLink } from '../links/open-links.js'
import { clearAccount } from '../logins/attempts.js'
import { endGrantsOfPerson } from '../oauth/grants/end-grants-of-person.js'
import type { OauthTables } from '../oauth/tables.js'
import { hashPassword } from '../passwords/hash-password.js'
import { setPassword } from '../passwords/set-password.js'
import type { AccountsTables } from '../tables.js'
import { lockUser } from '../users/lock-user.js'
import type { User } from '../users/user.js'
import { findReset } from './find-reset.js'

export type PasswordReset =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'unknown_link' }

const UNKNOWN = { ok: false, reason: 'unknown_link' } as const

/**
 * Gives whoever follows his link another password. All his sessions and other links end, and what was failed on his
 * account is forgotten: nobody can lock him out.
 *
 * @param endsAssistants whether the access of the assistants that he has let in ends as well
 */
export async function resetPassword(
  pool: Pool,
  token: string,
  password: string,
  { endsAssistants = false }: { readonly endsAssistants?: boolean } = {},
): Promise<PasswordReset> {
  const found = await findReset(pool, token)
  if (found === undefined) return UNKNOWN
  const hash = await hashPassword(password)
  return kyselyOver<AccountsTables & OauthTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const user = await lockUser(tx, found.id)
      if (user === undefined || (await takeLink(tx, 'reset', token)) === undefined) return UNKNOWN
      await setPassword(tx, user.id, hash)
      await clearAccount(tx, user.email)
      const actor = { kind: 'user', id: user.id, name: user.name } as const
      await recordAudit(tx, {
        company_id: user.company_id,
        type: 'UserPasswordChanged',
        data: { user_id: user.id, by: 'link' },
        actor,
      })
      if (endsAssistants) await endGrantsOfPerson(tx, user.id, 'password_changed', actor)
      return { ok: true, user }
    })
}
