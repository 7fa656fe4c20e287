import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Test } from 'tap'

const STARTED = new URL('../../../.tap/test-postgres.json', import.meta.url)

/** The server that the test run started (see `before.ts`), or the one that `TEST_DATABASE_URL` names. */
async function serverUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  return JSON.parse(await readFile(STARTED, 'utf8')).url
}

/** Makes an empty database for one test and drops it afterwards. Returns its URL. */
export async function testDatabase(t: Test): Promise<string> {
  const server = await serverUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  t.teardown(() => onServer(server, `drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
