import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { hashPassword } from '../passwords/hash-password.js'
import type { AccountsTables } from '../tables.js'
import { isEmailTaken } from '../users/insert-user.js'
import type { User } from '../users/user.js'
import { openAccount } from './open-account.js'
import type { Registration } from './registration.js'

export type Registered =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'email_taken' }

/** Registers a company and its first owner at once, where there is no mail server to ask whose the address is. */
export async function register(pool: Pool, registration: Registration): Promise<Registered> {
  const { password, ...registrant } = registration
  const password_hash = await hashPassword(password)
  try {
    const user = await kyselyOver<AccountsTables>(pool)
      .transaction()
      .execute((tx) => openAccount(tx, registrant, password_hash))
    return { ok: true, user }
  } catch (error) {
    if (isEmailTaken(error)) return { ok: false, reason: 'email_taken' }
    throw error
  }
}
