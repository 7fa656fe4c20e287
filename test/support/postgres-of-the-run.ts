import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTables } from '@ecmr/api/tables'
import { connectEmbedded, openPool, startEmbeddedPostgres } from '@ecmr/postgres'
import { EMPTY_TABLES } from './database.js'

/** Where a test run says which server its tests use: see `database.ts`. */
const RECORD = fileURLToPath(new URL('../../../.tap/test-postgres.json', import.meta.url))

const MEMORY_DISK = '/dev/shm'
/** What is left for the tests when the server has taken its part: a database for each test, and two gigabytes of WAL. */
const ENOUGH_BYTES = 8e9

/** The disk in memory where there is plenty of it: a database is copied there in two thirds of the time. */
async function quickestDisk(): Promise<string> {
  const free = await statfs(MEMORY_DISK).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(free, freemem()) > ENOUGH_BYTES ? MEMORY_DISK : tmpdir()
}

/** Starts the PostgreSQL of a test run. Nothing in it outlives the run, so it need not reach the disk. */
async function start(): Promise<void> {
  const dataDir = await mkdtemp(join(await quickestDisk(), 'ecmr-run-'))
  const { url } = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await trustEveryone(url)
  await makeTables(url)
  await mkdir(dirname(RECORD), { recursive: true })
  await writeFile(RECORD, JSON.stringify({ url, dataDir }), { mode: 0o600 })
}

/** Tests open thousands of connections, and a password costs a fifth of each. Only this machine reaches the server. */
async function trustEveryone(url: string): Promise<void> {
  const pool = openPool({ url, max: 1, name: 'test run' })
  const { rows } = await pool.query('show hba_file')
  await writeFile(rows[0].hba_file, 'host all all 127.0.0.1/32 trust\n')
  await pool.query('select pg_reload_conf()')
  await pool.end()
}

/** Makes the database that tests copy, which takes a third of making its tables each time. */
async function makeTables(server: string): Promise<void> {
  const first = openPool({ url: server, max: 1, name: 'test run' })
  await first.query(`create database ${EMPTY_TABLES}`)
  await first.end()
  const url = new URL(server)
  url.pathname = `/${EMPTY_TABLES}`
  const pool = openPool({ url: url.href, max: 2, name: 'test run' })
  await createTables(pool)
  await pool.end()
}

/** Stops the server of this test run, or of one that was killed, and removes its data. */
async function stop(): Promise<void> {
  const record = await readFile(RECORD, 'utf8').catch(() => undefined)
  if (record === undefined) return
  const { dataDir } = JSON.parse(record)
  // One that is just being stopped, or whose data is damaged, must not keep the next run from starting.
  const server = await connectEmbedded(dataDir).catch(() => undefined)
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
  await rm(RECORD)
}

await stop()
if (process.argv[2] === 'start') await start()
// The server stays; our connection to it would keep this process as well.
process.exit()
