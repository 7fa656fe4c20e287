import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as files from './0001-files.js'
import * as documentFiles from './0002-document-files.expand.js'

/** Creates the schema `attachments`, or brings it up to date. */
export const migrateAttachments: TablesStep = tablesOf('attachments', {
  '0001-files': files,
  '0002-document-files.expand': documentFiles,
})
