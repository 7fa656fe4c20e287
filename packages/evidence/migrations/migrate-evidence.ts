import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as checkpoints from './0001-checkpoints.js'
import * as tiles from './0002-tiles.js'

/** Creates the schema `evidence`, or brings it up to date. */
export const migrateEvidence: TablesStep = tablesOf('evidence', {
  '0001-checkpoints': checkpoints,
  '0002-tiles': tiles,
})
