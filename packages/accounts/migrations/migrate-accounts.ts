import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { migrateOauth } from '../oauth/migrations/migrate-oauth.js'
import * as accounts from './0001-accounts.js'
import * as people from './0002-people.js'

/** Creates the schemas `accounts` and `oauth`, or brings them up to date. */
export async function migrateAccounts(pool: Pool): Promise<void> {
  await migrate(pool, 'accounts', { '0001-accounts': accounts, '0002-people': people })
  await migrateOauth(pool)
}
