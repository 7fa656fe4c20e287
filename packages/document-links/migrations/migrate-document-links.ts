import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as links from './0001-links.js'
import * as mailCounts from './0002-mail-counts.js'

/** Creates the schema `documents`, or brings it up to date. */
export const migrateDocumentLinks: TablesStep = tablesOf('documents', {
  '0001-links': links,
  '0002-mail-counts': mailCounts,
})
