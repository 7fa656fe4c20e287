import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as dataKeys from './0001-data-keys.js'
import * as erasures from './0002-erasures.js'

/**
 * Creates the schema `privacy`, where data keys are kept beside the log, or brings it up to date. It is not called `ecmr`: many
 * databases are used by a user of that name, whose search path would begin with it.
 */
export const migratePersonalData: TablesStep = tablesOf('privacy', {
  '0001-data-keys': dataKeys,
  '0002-erasures': erasures,
})
