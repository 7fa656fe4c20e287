import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as files from './0001-files.js'

/** Creates the schema `attachments`, or brings it up to date. */
export const migrateAttachments: TablesStep = tablesOf('attachments', { '0001-files': files })
