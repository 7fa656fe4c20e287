import { tablesOf } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { migrateOauth } from '../oauth/migrations/migrate-oauth.js'
import * as accounts from './0001-accounts.js'
import * as people from './0002-people.js'
import * as auditOutbox from './0005-audit-outbox.js'
import * as devices from './0006-known-devices.js'
import * as storageQuota from './0007-storage-quota.js'
import * as testKeys from './0008-test-keys.js'
import * as firstSteps from './0009-first-steps.js'
import * as companyLogo from './0010-company-logo.js'
import * as savedViews from './0011-saved-views.js'
import * as roles from './0012-roles.js'
import * as notices from './0013-notices.js'
import * as memberships from './0014-memberships.js'
import * as secondFactor from './0015-second-factor.js'
import * as handles from './0016-handles.js'

const tables = tablesOf('accounts', {
  '0001-accounts': accounts,
  '0002-people': people,
  '0005-audit-outbox': auditOutbox,
  '0006-known-devices': devices,
  '0007-storage-quota': storageQuota,
  '0008-test-keys': testKeys,
  '0009-first-steps': firstSteps,
  '0010-company-logo': companyLogo,
  '0011-saved-views': savedViews,
  '0012-roles': roles,
  '0013-notices': notices,
  '0014-memberships': memberships,
  '0015-second-factor': secondFactor,
  '0016-handles': handles,
})

/** Creates the schemas `accounts` and `oauth`, or brings them up to date. */
export async function migrateAccounts(pool: Pool): Promise<void> {
  await tables(pool)
  await migrateOauth(pool)
}
