import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run } from '@ecmr/cli/run'
import { openPool } from '@ecmr/postgres'
import type { Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { SECRET_KEY } from '../support/service-ground.js'

const MAIN = fileURLToPath(new URL('../../../services/cli/bin/ecmr.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Cli = Awaited<ReturnType<typeof openCli>>

export interface Started {
  readonly child: ChildProcess
  readonly ran: Promise<Ran>
}

/**
 * The command line over a database of its own. Lines are typed as in a shell; words with blanks stand in double quotes.
 *
 * @param options.tables whether they are there already; commands that change something make them
 */
export async function openCli(
  t: Test,
  options: { readonly tables?: boolean; readonly env?: NodeJS.ProcessEnv } = {},
) {
  const url = await (options.tables ? databaseWithTables(t) : testDatabase(t))
  const pool = openPool({ url, max: 4, name: 'test' })
  t.teardown(() => pool.end())
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: url,
    SECRET_KEY,
    ...options.env,
  }
  return { url, pool, ...commandLine(env) }
}

/** The command line with a configuration, and nothing behind it. */
export function commandLine(env: NodeJS.ProcessEnv) {
  const ecmr = (line: string): Promise<Ran> => runHere(env, words(line))
  return {
    /** the whole configuration of the commands; it may be changed */
    env,
    /** Runs a command in this process, which costs a tenth of starting the command line. */
    ecmr,
    /** The same, which must succeed, as JSON. */
    async json(line: string) {
      const { code, stdout, stderr } = await ecmr(`${line} --json`)
      if (code !== 0) throw new Error(`${line}: ${stderr}`)
      return JSON.parse(stdout)
    },
    /** Starts the real command line. */
    start: (line: string) => startEcmr(env, words(line)),
    async refuses(t: Test, line: string, sentence: RegExp | string) {
      mustRefuse(t, line, sentence, await ecmr(line))
    },
  }
}

/** One sentence, or a list of faults, and nothing else: no output, no stack trace. */
export function mustRefuse(t: Test, line: string, sentence: RegExp | string, ran: Ran): void {
  t.same([ran.code, ran.stdout], [1, ''], line)
  t.match(ran.stderr, sentence, line)
  t.match(ran.stderr, /^error: /m, line)
  t.notMatch(ran.stderr, /\n +at /, line)
}

const words = (line: string): readonly string[] =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))

/** Starts the real command line with this configuration and nothing else. */
export function startEcmr(env: NodeJS.ProcessEnv, args: readonly string[]): Started {
  // Through `env`, because tap puts its own loader into the environment of every Node process that it sees.
  const all = Object.entries({ PATH: process.env.PATH, HOME: process.env.HOME, ...env })
  const assignments = all.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const child = spawn('env', ['-i', ...assignments, process.execPath, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const ran = Promise.all([ended, output]).then(([code, [stdout, stderr]]) => ({ code, stdout, stderr }))
  return { child, ran }
}

async function text(stream: Readable): Promise<string> {
  let all = ''
  for await (const chunk of stream.setEncoding('utf8')) all += chunk
  return all
}

let former: Promise<unknown> = Promise.resolve()

/** The environment and the console are there once, so commands in this process wait for each other. */
function runHere(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const given = { ...env }
  const ran = former.then(() => runAlone(given, args))
  former = ran.catch(() => undefined)
  return ran
}

async function runAlone(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const { env: ours } = process
  const { log, error } = console
  const printed = { stdout: '', stderr: '' }
  const keep = (name: keyof typeof printed) => (line: string) => {
    printed[name] += `${line}\n`
  }
  process.env = env
  Object.assign(console, { log: keep('stdout'), error: keep('stderr') })
  try {
    const code = await run(args)
    return { code, ...printed }
  } finally {
    process.env = ours
    Object.assign(console, { log, error })
  }
}
