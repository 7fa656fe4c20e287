import { queryBuilders, transactions } from '@ecmr/postgres'
import type { Kysely, Transaction } from 'kysely'
import type { OauthTables } from './oauth/tables.js'
import type { AccountsTables } from './tables.js'

type Tables = AccountsTables & OauthTables

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The query builder over a pool, for the schemas `accounts` and `oauth`. */
export const accountsDb = queryBuilders<Tables>()

/** Runs work in a transaction; a rejection rolls it back. */
export const inTransaction = transactions(accountsDb)
