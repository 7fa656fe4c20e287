import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { newLink } from '../links/new-link.js'
import type { AccountsTables } from '../tables.js'
import { userWith } from '../users/find-user.js'
import type { User } from '../users/user.js'
import type { Registrant } from './registration.js'

export type RegistrationRequested =
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'email_taken'; readonly user: User }

/**
 * Makes the link, good for a day, by which somebody shows that an address is his; nothing else exists before it is
 * followed. There is no password yet: whoever asks may be a stranger, who would know the one of an account that the
 * owner of the address opens. Whether the address has an account is for its owner to read in a message, not for
 * whoever asks: tell both the same, and after the same time.
 */
export function requestRegistration(
  pool: Pool,
  { company_name, name, email, language }: Registrant,
): Promise<RegistrationRequested> {
  const details: Omit<Registrant, 'email'> = { company_name, name, language }
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const user = await userWith(tx, email)
      if (user !== undefined) return { kind: 'email_taken', user }
      const { token } = await newLink(tx, { purpose: 'registration', email: email.trim(), details })
      return { kind: 'link', token }
    })
}
