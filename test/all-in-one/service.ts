import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EcmrClient } from '@ecmr/client'
import type { Test } from 'tap'
import { startProcess, type TestProcess } from '../support/child-process.js'
import { emptyDataDir } from '../support/data-dir.js'
import { databaseWithTables } from '../support/database-with-tables.js'

export const MAIN = fileURLToPath(new URL('../../../services/all-in-one/dist/main.js', import.meta.url))

/** The service as an operator starts it, once its banner is there. */
export interface Service {
  readonly process: TestProcess
  /** origin, on the port that it took */
  readonly url: string
  readonly metricsUrl: string
  readonly banner: string
  /** what it has written at its first start, into a file that the banner names */
  readonly firstStart: string | undefined
  /** the API key in there */
  readonly key: string | undefined
  /** a customer with that key */
  readonly customer: EcmrClient
}

/** A customer of a service, whose failures are seen at once. */
export function customerAt(baseUrl: string, apiKey: string): EcmrClient {
  return new EcmrClient({ baseUrl, apiKey, maxRetries: 0 })
}

/** How a start that is refused ends. */
export interface Refusal {
  readonly code: number | string
  readonly output: string
}

export interface StartOptions {
  readonly dataDir: string
  readonly env?: Record<string, string>
  readonly user?: { readonly uid: number; readonly gid: number }
  /** default: the one of this project */
  readonly main?: string
}

/** Starts the service on a free port of its choice and waits for the banner. */
export async function startService(t: Test, options: StartOptions): Promise<Service> {
  const process = start(t, options)
  const output = await process.untilOutput(/ is ready[\s\S]*\n\n(?:\{.*\n)*$/)
  const [, url = ''] = /API +(http:\S+)\/api/.exec(output) ?? []
  const [, metricsUrl = ''] = /Metrics +(http:\S+)/.exec(output) ?? []
  const [path] = /\/\S+first-start\S*\.txt$/m.exec(output) ?? []
  const firstStart = path === undefined ? undefined : await readFile(path, 'utf8')
  const key = /ecmr_live_\w+/.exec(firstStart ?? '')?.[0]
  const customer = customerAt(url, key ?? '')
  return { process, url, metricsUrl, banner: output, firstStart, key, customer }
}

/** Starts the service over a database of the test run's PostgreSQL, one with tables unless given. */
export async function startOn(t: Test, env: Record<string, string> = {}): Promise<Service> {
  const { DATABASE_URL = await databaseWithTables(t) } = env
  const all = { DATABASE_URL, SECRET_KEY: 'k'.repeat(32), ...env }
  return startService(t, { dataDir: await emptyDataDir(t), env: all })
}

/** Starts the service where it cannot start. */
export async function refusedStart(t: Test, options: StartOptions): Promise<Refusal> {
  const process = start(t, options)
  return { code: await process.ended, output: process.output() }
}

function start(t: Test, { dataDir, env, user, main = MAIN }: StartOptions): TestProcess {
  const all = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env }
  return startProcess(t, [main], { env: all, ...(user && { user }) })
}

/** Sends SIGTERM to a service and returns its exit code. */
export async function stopService({ process }: Service): Promise<number | string> {
  process.child.kill('SIGTERM')
  return process.ended
}
