import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as places from './0001-places.js'

/** Creates the schema `backup`, or brings it up to date. */
export const migrateBackup: TablesStep = tablesOf('backup', { '0001-places': places })
