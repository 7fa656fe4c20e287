import { queryBuilders, transactions } from '@ecmr/postgres'
import type { Kysely, Transaction } from 'kysely'
import type { DocumentTables } from './tables.js'

export type Db = Kysely<DocumentTables>
export type Tx = Transaction<DocumentTables>

/** The query builder over a pool, for the schema `documents`. */
export const documentsDb = queryBuilders<DocumentTables>()

/** Runs work in a transaction; a rejection rolls it back. */
export const inTransaction = transactions(documentsDb)
