import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import pg from 'pg'
import { type Child, startChild, untilReady } from '../../harness/child.js'
import { ecmr, newCompany } from '../../harness/operator.js'
import { natsServer, newScratchDirectory, standIn } from '../../harness/servers.js'
import { tableOf } from '../../harness/table.js'
import { nextTurn } from '../compare/turns.js'
import { median, spread } from './numbers.js'

/** How much is measured. */
export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly quick: boolean
  /** most notes of the row "scale" */
  readonly notes: number
}

/** What a row is given: one PostgreSQL for everything in this run, and ways to start programs on it. */
export interface Bench extends BenchOptions {
  /** An empty database of this name; its URL. */
  database(name: string): Promise<string>
  /** The whole service in one process on a database. */
  service(databaseUrl: string, env?: Readonly<Record<string, string>>): Promise<Child>
  /** The service that serves documents, on a database and a directory with `objects`. */
  documents(databaseUrl: string, directory: string): Promise<Child>
  /** A baseline program on a database. */
  baseline(name: string, databaseUrl: string, env?: Readonly<Record<string, string>>): Promise<Child>
  /** Runs an operator's command on a database and parses what it prints. */
  ecmr(databaseUrl: string, ...args: readonly string[]): Promise<unknown>
  /** What our programs are started with on a database. */
  settings(databaseUrl: string): Readonly<Record<string, string>>
  /** A company of this name with an API key. */
  key(databaseUrl: string, company: string): Promise<string>
  /** Writes notes of a company through the real commands; what the command prints. */
  seed(databaseUrl: string, company: string, notes: number, ...more: readonly string[]): Promise<unknown>
  note(text: string): void
}

interface Running extends Bench {
  /** Ends what rows have started and left running. */
  stopChildren(): Promise<void>
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
export async function openBench(options: BenchOptions): Promise<Running> {
  const directory = await newScratchDirectory('bench')
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data') })
  const children = new Set<Child>()
  async function started(...options: Parameters<typeof startChild>): Promise<Child> {
    const child = await startChild(...options)
    children.add(child)
    return child
  }
  async function stopChildren(): Promise<void> {
    for (const child of children) await child.stop('SIGKILL')
    children.clear()
  }
  const on = (databaseUrl: string) => ({ ...SERVICE_ENV, DATABASE_URL: databaseUrl })
  const command = async (databaseUrl: string, ...args: readonly string[]): Promise<unknown> =>
    JSON.parse(await ecmr(on(databaseUrl), ...args, '--json'))
  return {
    ...options,
    database: (name) => emptyDatabase(postgres.url, name),
    service: (databaseUrl, env = {}) =>
      started({
        script: 'services/all-in-one/dist/main.js',
        env: { ...on(databaseUrl), DATA_DIR: join(directory, 'service'), ...env },
        path: '/api/health',
      }),
    documents: (databaseUrl, directory) =>
      started({
        script: 'services/documents/dist/main.js',
        env: { ...on(databaseUrl), DATA_DIR: directory },
        path: '/readyz',
      }),
    baseline: (name, databaseUrl, env = {}) =>
      started({
        script: `infra/dist/bench/baselines/${name}.js`,
        env: { DATABASE_URL: databaseUrl, ...env },
        path: '/',
      }),
    ecmr: command,
    settings: on,
    key: async (databaseUrl, company) => (await newCompany(on(databaseUrl), company, 'pro')).key,
    seed: (databaseUrl, company, notes, ...more) =>
      command(
        databaseUrl,
        ...['demo', 'seed', '--company', company, '--notes', `${notes}`, '--seed', '1', ...more],
      ),
    note: (text) => process.stderr.write(`  ${text}\n`),
    stopChildren,
    close: async () => {
      await stopChildren()
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
  /** spread of what is held against the goal over the runs, as a share of the median */
  readonly noise?: number
  /** the same of `ours`, where that is not what is held against the goal */
  readonly noiseOfOurs?: number
  readonly remark?: string
}

/** What measures one subject. */
export type Row = (bench: Bench) => Promise<readonly Line[]>

/**
 * A line that compares alternating rounds. Held against the goal is the median of the ratios of each round, in which other work on the
 * machine has slowed both sides alike.
 */
export function compared({
  ours: own,
  baseline: others,
  ...line
}: Pick<Line, 'what' | 'unit' | 'goal' | 'remark'> & {
  readonly ours: readonly number[]
  readonly baseline: readonly number[]
}): Line {
  const ratios = own.map((value, round) => value / (others[round] ?? Number.NaN))
  const noise = { noise: spread(ratios), noiseOfOurs: spread(own) }
  return { ...line, ours: median(own), baseline: median(others), measure: median(ratios), ...noise }
}

/** A line whose goal is an absolute figure, at most. */
export function atMost(value: number, line: Pick<Line, 'what' | 'unit' | 'ours' | 'remark'>): Line {
  return { ...line, measure: line.ours, goal: { at: 'most', value } }
}

/** A line whose goal is an absolute figure, at least. */
export function atLeast(value: number, line: Pick<Line, 'what' | 'unit' | 'ours' | 'remark'>): Line {
  return { ...line, measure: line.ours, goal: { at: 'least', value } }
}

/**
 * Measures the baseline and ours in turn, so that both meet the same moods of the machine.
 *
 * @param options.warmUp whether the first round is not counted
 */
export async function inTurn<Measured>(
  { rounds, warmUp = true }: { readonly rounds: number; readonly warmUp?: boolean },
  sides: { readonly baseline: () => Promise<Measured>; readonly ours: () => Promise<Measured> },
): Promise<{ readonly ours: readonly Measured[]; readonly baseline: readonly Measured[] }> {
  const measured = { ours: [] as Measured[], baseline: [] as Measured[] }
  for (let round = warmUp ? 0 : 1; round <= rounds; round++) {
    await nextTurn()
    const [baseline, ours] = [await sides.baseline(), await sides.ours()]
    if (round === 0) continue
    measured.baseline.push(baseline)
    measured.ours.push(ours)
  }
  return measured
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
  const directory = await newScratchDirectory('bench-nats')
  const server = await natsServer(directory)
  return startServer(server, () => rm(directory, { recursive: true, force: true }))
}

/** The stand-in for EventStoreDB, which keeps its log in memory. */
export async function startStandIn(): Promise<Server> {
  return startServer(await standIn())
}

const servers = new Set<Child>()

// A row that fails leaves its servers running, which would keep this process as well.
process.once('exit', () => {
  for (const server of servers) server.process.kill('SIGKILL')
})

async function startServer(server: Child, cleanUp = async (): Promise<void> => undefined): Promise<Server> {
  server.start()
  servers.add(server)
  await untilReady([server])
  return {
    url: server.url,
    async stop() {
      await server.stop('SIGKILL')
      servers.delete(server)
      await cleanUp()
    },
  }
}

/** A figure with as many digits as it deserves. */
export const format = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumFractionDigits: 2 })

/** The goal of a line in short. */
export const goalOf = ({ goal }: Pick<Line, 'goal'>): string =>
  `${goal.at === 'least' ? '≥' : '≤'} ${format(goal.value)}`

/** Prints the lines as a table that reads well in a terminal and in a note. */
export function printTable(lines: readonly Line[]): void {
  const cells = lines.map((line) => [
    line.what,
    `${format(line.ours)} ${line.unit}`,
    line.baseline === undefined ? '' : `${format(line.baseline)} ${line.unit}`,
    line.baseline === undefined ? '' : line.measure.toFixed(2),
    goalOf(line),
    reached(line) ? 'yes' : 'NO',
    line.noise === undefined ? '' : `${Math.round(line.noise * 100)} %`,
    line.remark ?? '',
  ])
  const head = ['what', 'ours', 'baseline', 'ratio', 'goal', 'reached', 'noise', 'remark']
  console.log(tableOf(head, cells))
}
