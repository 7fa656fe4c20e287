import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as entries from './0001-entries.js'

/** Creates the schema `registers`, or brings it up to date. */
export const migrateRegisters: TablesStep = tablesOf('registers', { '0001-entries': entries })
