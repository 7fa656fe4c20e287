import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as numbers from './0001-numbers.js'

/** Creates the schema `number_registry`, or brings it up to date. */
export const migrateNumberRegistry: TablesStep = tablesOf('number_registry', { '0001-numbers': numbers })
