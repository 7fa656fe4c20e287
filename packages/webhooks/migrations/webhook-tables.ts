import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as webhooks from './0001-webhooks.js'
import * as management from './0002-webhook-management.js'
import * as fairPlanning from './0003-fair-planning.js'
import * as commandsMoved from './0004-commands-moved.js'
import * as documentUrls from './0005-document-urls.js'
import * as attemptSignatures from './0006-attempt-signatures.js'
import * as metadata from './0007-metadata.js'
import * as sharedNotes from './0008-shared-notes.js'
import * as traceparent from './0009-traceparent.expand.js'
import * as replayTraces from './0010-replay-traces.expand.js'

/** Brings the tables of the schema `webhooks` up to date. */
export const webhookTables: TablesStep = tablesOf('webhooks', {
  '0001-webhooks': webhooks,
  '0002-webhook-management': management,
  '0003-fair-planning': fairPlanning,
  '0004-commands-moved': commandsMoved,
  '0005-document-urls': documentUrls,
  '0006-attempt-signatures': attemptSignatures,
  '0007-metadata': metadata,
  '0008-shared-notes': sharedNotes,
  '0009-traceparent.expand': traceparent,
  '0010-replay-traces.expand': replayTraces,
})
