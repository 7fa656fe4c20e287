import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as links from './0001-links.js'
import * as drivers from './0002-drivers.js'

/** Creates the schema `signing`, or brings it up to date. */
export const migrateSigningLinks: TablesStep = tablesOf('signing', {
  '0001-links': links,
  '0002-drivers': drivers,
})
