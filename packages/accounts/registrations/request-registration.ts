import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { newLink } from '../links/new-link.js'
import { hashPassword } from '../passwords/hash-password.js'
import type { AccountsTables } from '../tables.js'
import { userWith } from '../users/find-user.js'
import type { User } from '../users/user.js'
import type { HashedRegistration, Registration } from './registration.js'

export type RegistrationRequested =
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'email_taken'; readonly user: User }

/**
 * Makes the link, good for a day, by which somebody shows that an address is his; nothing else exists before it is
 * followed. Whether the address has an account is for its owner to read in a message, not for whoever asks: tell both
 * the same, which takes the same time.
 */
export async function requestRegistration(
  pool: Pool,
  registration: Registration,
): Promise<RegistrationRequested> {
  const { password, email, ...rest } = registration
  const details: Omit<HashedRegistration, 'email'> = { ...rest, password_hash: await hashPassword(password) }
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const user = await userWith(tx, email)
      if (user !== undefined) return { kind: 'email_taken', user }
      const { token } = await newLink(tx, { purpose: 'registration', email: email.trim(), details })
      return { kind: 'link', token }
    })
}
