import { createTables } from '@ecmr/api/tables'
import { openPool } from '@ecmr/postgres'
import type { Test } from 'tap'
import { EMPTY_TABLES, hasOwnServer, testDatabase } from './database.js'

/** Makes a database with all tables of the service for one test and drops it afterwards. Returns its URL. */
export async function databaseWithTables(t: Test): Promise<string> {
  if (hasOwnServer()) return testDatabase(t, EMPTY_TABLES)
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 2, name: 'test' })
  await createTables(pool)
  await pool.end()
  return url
}
