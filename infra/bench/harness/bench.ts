import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import pg from 'pg'
import { type Child, root, startChild } from '../../harness/child.js'

/** What a row is given: one PostgreSQL for everything in this run, and ways to start programs on it. */
export interface Bench {
  readonly rounds: number
  readonly seconds: number
  readonly quick: boolean
  /** An empty database of this name; its URL. */
  database(name: string): Promise<string>
  /** The whole service in one process on a database. */
  service(databaseUrl: string, env?: Readonly<Record<string, string>>): Promise<Child>
  /** A baseline program on a database. */
  baseline(name: string, databaseUrl: string, env?: Readonly<Record<string, string>>): Promise<Child>
  /** Runs an operator's command on a database and parses what it prints. */
  ecmr(databaseUrl: string, ...args: readonly string[]): Promise<unknown>
  /** A company of this name with an API key. */
  key(databaseUrl: string, company: string): Promise<string>
  note(text: string): void
}

export interface Running extends Bench {
  close(): Promise<void>
}

// The rate limit is not what is measured here, and loopback receivers must be allowed.
const SERVICE_ENV = {
  RATE_LIMIT_PER_MINUTE: '100000000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'error',
  SECRET_KEY: 'bench-only-bench-only-bench-only-bench-only',
}

/** Starts PostgreSQL in a directory of its own, to be thrown away at the end. */
export async function openBench(options: {
  readonly rounds: number
  readonly seconds: number
  readonly quick: boolean
}): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-bench-'))
  // so that the PostgreSQL of somebody who is root, which runs as another user, keeps its files in there too
  await chmod(directory, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data') })
  const children = new Set<Child>()
  const started = async (child: Promise<Child>): Promise<Child> => {
    children.add(await child)
    return child
  }
  const ecmr = async (databaseUrl: string, ...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['services/cli/dist/main.js', ...args, '--json'],
      {
        cwd: root,
        env: { ...process.env, ...SERVICE_ENV, DATABASE_URL: databaseUrl },
        maxBuffer: 1 << 28,
      },
    )
    return JSON.parse(stdout)
  }
  return {
    ...options,
    database: (name) => emptyDatabase(postgres.url, name),
    service: (databaseUrl, env = {}) =>
      started(
        startChild({
          script: 'services/all-in-one/dist/main.js',
          env: { ...SERVICE_ENV, DATABASE_URL: databaseUrl, DATA_DIR: join(directory, 'service'), ...env },
          path: '/api/health',
        }),
      ),
    baseline: (name, databaseUrl, env = {}) =>
      started(
        startChild({
          script: `infra/dist/bench/baselines/${name}.js`,
          env: { DATABASE_URL: databaseUrl, ...env },
          path: '/',
        }),
      ),
    ecmr,
    key: async (databaseUrl, company) => {
      await ecmr(databaseUrl, 'companies', 'create', '--name', company, '--plan', 'pro')
      const made = await ecmr(databaseUrl, 'keys', 'create', '--company', company)
      if (made && typeof made === 'object' && 'api_key' in made) return String(made.api_key)
      throw new Error('keys create printed no api_key')
    },
    note: (text) => process.stderr.write(`  ${text}\n`),
    close: async () => {
      for (const child of children) await child.stop('SIGKILL')
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function emptyDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
