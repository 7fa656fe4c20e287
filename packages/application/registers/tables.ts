import type { EntryData, Register } from '@ecmr/contract'
import { queryBuilders, transactions } from '@ecmr/postgres'
import type { ColumnType, Generated, JSONColumnType, Transaction } from 'kysely'

/** The table of the schema `registers`. */
export interface RegisterTables {
  'registers.entries': {
    /** in the order of creation */
    seq: Generated<number>
    id: string
    company_id: string
    register: Register
    reference: string | null
    /** what it is called by, folded: lists are in its order */
    title: string
    /** what is searched, folded */
    words: string
    /** its members, but for the reference */
    data: JSONColumnType<EntryData>
    /** the first day on which something ends, YYYY-MM-DD */
    first_expiry: string | null
    version: Generated<number>
    created_at: ColumnType<Date, undefined, never>
    updated_at: ColumnType<Date, undefined, Date>
  }
}

export type Tx = Transaction<RegisterTables>

/** The query builder over a pool, for the schema `registers`. */
export const registersDb = queryBuilders<RegisterTables>()

/** Runs work in a transaction; a rejection rolls it back. */
export const inTransaction = transactions(registersDb)
