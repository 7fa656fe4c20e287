import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { migrateOauth } from '../oauth/migrations/migrate-oauth.js'
import * as accounts from './0001-accounts.js'
import * as people from './0002-people.js'
import * as auditOutbox from './0005-audit-outbox.js'
import * as devices from './0006-known-devices.js'
import * as storageQuota from './0007-storage-quota.js'

/** Creates the schemas `accounts` and `oauth`, or brings them up to date. */
export async function migrateAccounts(pool: Pool): Promise<void> {
  await migrate(pool, 'accounts', {
    '0001-accounts': accounts,
    '0002-people': people,
    '0005-audit-outbox': auditOutbox,
    '0006-known-devices': devices,
    '0007-storage-quota': storageQuota,
  })
  await migrateOauth(pool)
}
