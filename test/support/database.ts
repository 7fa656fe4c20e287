import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setConnectMs } from '@ecmr/postgres/testing'
import pg from 'pg'
import type { Test } from 'tap'

// A server that many tests use may be slow for a moment.
setConnectMs(60_000)

const STARTED = new URL('../../../.tap/test-postgres.json', import.meta.url)

/** The database of the run's server that holds all tables and nothing in them, see `postgres-of-the-run.ts`. */
export const EMPTY_TABLES = 'empty_tables'

/** The test run has started a server (see `postgres-of-the-run.ts`), because `TEST_DATABASE_URL` names none. */
export const hasOwnServer = (): boolean => !process.env.TEST_DATABASE_URL

async function serverUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  return JSON.parse(await readFile(STARTED, 'utf8')).url
}

/**
 * Makes an empty database for one test and drops it afterwards. Returns its URL.
 *
 * @param template a database of the server to copy instead
 */
export async function testDatabase(t: Test, template = 'template1'): Promise<string> {
  const server = await serverUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  // Not every server that others name knows it: PostgreSQL 15 and later.
  const strategy = hasOwnServer() ? ' strategy file_copy' : ''
  await run(`create database ${name} template ${template}${strategy}`)
  t.teardown(() => run(`drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Connections of this process for making and dropping databases, which do not keep it from ending. */
let onServer: pg.Pool | undefined

async function run(statement: string): Promise<void> {
  if (onServer === undefined) {
    onServer = new pg.Pool({ connectionString: await serverUrl(), max: 2, allowExitOnIdle: true })
    onServer.on('error', () => undefined)
  }
  await onServer.query(statement)
}
