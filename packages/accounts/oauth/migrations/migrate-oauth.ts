import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as oauth from './0001-oauth.js'
import * as successors from './0002-successors.js'
import * as clientDocuments from './0003-client-documents.js'
import * as readingLinks from './0004-reading-links.js'

/** Creates the schema `oauth`, or brings it up to date. That of accounts comes first, as its tables point there. */
export const migrateOauth: TablesStep = tablesOf('oauth', {
  '0001-oauth': oauth,
  '0002-successors': successors,
  '0003-client-documents': clientDocuments,
  '0004-reading-links': readingLinks,
})
