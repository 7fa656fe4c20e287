import { queryBuilders, transactions } from '@ecmr/postgres'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { EvidenceTables } from './tables.js'

export type Tx = Transaction<EvidenceTables>

/** The query builder over a pool, for the schema `evidence`. */
export const evidenceDb = queryBuilders<EvidenceTables>()

/** Runs work in a transaction; a rejection rolls it back. */
export const inTransaction = transactions(evidenceDb)

/** The query builder over a pool, or in a transaction. */
export function builderOver(db: Pool | Tx): Kysely<EvidenceTables> {
  return 'query' in db ? evidenceDb(db) : db
}
