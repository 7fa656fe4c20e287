import { type TablesStep, tablesOf } from '@ecmr/postgres'
import * as idempotencyKeys from './0001-idempotency-keys.js'
import * as oneTable from './0002-one-table.js'

/** Creates the schema `api` with the idempotency keys, or brings it up to date. */
export const migrateIdempotency: TablesStep = tablesOf('api', {
  '0001-idempotency-keys': idempotencyKeys,
  '0002-one-table': oneTable,
})
