import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import pg from 'pg'
import { accepts, type Child, freePort, root, startChild } from '../../harness/child.js'
import { natsEnv } from '../../harness/nats-server.js'
import { tableOf } from '../../harness/table.js'
import { median, spread } from './numbers.js'

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

interface Running extends Bench {
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
  // under root, PostgreSQL runs as another user and must be able to keep its files in here
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

/** One line of the table that `npm run bench` prints. */
export interface Line {
  readonly what: string
  readonly ours: number
  /** absent where the goal is an absolute figure */
  readonly baseline?: number
  readonly unit: string
  /** what is held against the goal: a ratio, or `ours` itself */
  readonly measure: number
  readonly goal: { readonly at: 'least' | 'most'; readonly value: number }
  /** spread of our measurements over the runs, as a share of the median */
  readonly noise?: number
  readonly remark?: string
}

export interface Row {
  readonly name: string
  /** by which several rows are chosen at once */
  readonly group?: 'production' | 'webhooks'
  readonly run: (bench: Bench) => Promise<readonly Line[]>
}

/** A line that compares medians over alternating runs. */
export function compared(options: {
  readonly what: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly baseline: readonly number[]
  readonly goal: Line['goal']
  readonly remark?: string
}): Line {
  const ours = median(options.ours)
  const baseline = median(options.baseline)
  return {
    what: options.what,
    unit: options.unit,
    ours,
    baseline,
    measure: ours / baseline,
    goal: options.goal,
    noise: spread(options.ours),
    ...(options.remark === undefined ? {} : { remark: options.remark }),
  }
}

/** Whether a line reaches its goal. */
export function reached({ measure, goal }: Line): boolean {
  return goal.at === 'least' ? measure >= goal.value : measure <= goal.value
}

/** A server that a row starts for itself. */
export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** NATS with JetStream and nothing in it; what it stores is removed when it stops. */
export async function startNats(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-bench-nats-'))
  const port = await freePort()
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory]
  const server = await start('nats-server', args, port)
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The stand-in for EventStoreDB, which keeps its log in memory. */
export async function startStandIn(): Promise<Server> {
  const port = await freePort()
  const args = ['test/dist/eventstoredb-wire/main.js', '--port', String(port)]
  const { stop } = await start(process.execPath, args, port)
  return { url: `esdb://127.0.0.1:${port}?tls=false`, stop }
}

async function start(
  command: string,
  args: readonly string[],
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(command, args, { cwd: root, env: natsEnv, stdio: 'ignore' })
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended by itself (${child.exitCode})`)
    await delay(20)
  }
  return { stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const format = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumFractionDigits: 2 })

/** Prints the lines as a table that reads well in a terminal and in a note. */
export function printTable(lines: readonly Line[]): void {
  const cells = lines.map((line) => [
    line.what,
    `${format(line.ours)} ${line.unit}`,
    line.baseline === undefined ? '' : `${format(line.baseline)} ${line.unit}`,
    line.baseline === undefined ? '' : line.measure.toFixed(2),
    `${line.goal.at === 'least' ? '≥' : '≤'} ${format(line.goal.value)}`,
    reached(line) ? 'yes' : 'NO',
    line.noise === undefined ? '' : `${Math.round(line.noise * 100)} %`,
    line.remark ?? '',
  ])
  const head = ['what', 'ours', 'baseline', 'ratio', 'goal', 'reached', 'noise', 'remark']
  console.log(tableOf(head, cells))
}
