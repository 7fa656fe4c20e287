import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { findLink } from '../links/open-links.js'
import type { AccountsTables } from '../tables.js'
import type { Registrant } from './registration.js'
import { registrationOf } from './registration-of.js'

/** What is registered by following this link; `undefined` when it is unknown, used or expired. */
export async function findRegistration(pool: Pool, token: string): Promise<Registrant | undefined> {
  const link = await findLink(kyselyOver<AccountsTables>(pool), 'registration', token)
  return link && registrationOf(link)
}
