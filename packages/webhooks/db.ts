import { queryBuilders, transactions } from '@ecmr/postgres'
import type { Kysely, Transaction } from 'kysely'
import type { WebhookTables } from './tables.js'

type Tables = WebhookTables

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The query builder over a pool, for the schema `webhooks`. */
export const webhooksDb = queryBuilders<Tables>()

/** Runs work in a transaction; a rejection rolls it back. */
export const inTransaction = transactions(webhooksDb)
