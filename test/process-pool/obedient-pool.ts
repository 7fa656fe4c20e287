import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type PoolBounds, type PoolOptions, ProcessPool } from '@ecmr/process-pool'
import type { Test } from 'tap'
import type { Order } from './processes/order.js'

export function program(name: string): string {
  return fileURLToPath(new URL(`./processes/${name}.js`, import.meta.url))
}

/** What a process answers that obeys. */
interface Obeyed {
  readonly pid: number
  readonly env: readonly string[]
  readonly execArgv: readonly string[]
}

const isObeyed = (answer: unknown): answer is Obeyed =>
  typeof answer === 'object' && answer !== null && 'pid' in answer

/** The pool cannot be used now. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'

  constructor(
    readonly retryAfterSeconds: number,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Gives an order; answers with what the process says of itself, or `undefined` when none got through. */
export const orderOf =
  (pool: ProcessPool) =>
  (
    work: Order,
    companyId = 'one',
    { signal }: Pick<AbortController, 'signal'> = new AbortController(),
  ): Promise<Obeyed | undefined> =>
    pool.ask({ task: 'obey', work, bytes: 30, companyId, signal, isAnswer: isObeyed })

/** Gives an order; answers with the id of the process that did it, or that none got through. */
export const askOf =
  (pool: ProcessPool) =>
  async (...order: Parameters<ReturnType<typeof orderOf>>): Promise<unknown> =>
    (await orderOf(pool)(...order))?.pid ?? 'not done'

const MB = 1024 * 1024
const bounds: PoolBounds = {
  startMs: 20_000,
  workMs: 30_000,
  turnMs: 60_000,
  answerMs: 60_000,
  abandonedMs: 2000,
  idleMs: 300_000,
  startAgainMs: 5000,
  waitingEach: 8,
  waitingBytes: MB,
  heap: 64 * MB,
  mostMemory: 1024 * MB,
  keptMemory: 640 * MB,
  jobsEach: 200,
}

type Options = Partial<Omit<PoolOptions, 'bounds'>> & { readonly bounds?: Partial<PoolBounds> }

/** A pool of one obedient process. */
export function openObedient({ bounds: other, ...options }: Options = {}): ProcessPool {
  return new ProcessPool({
    processes: 1,
    log: { warn: () => undefined },
    entry: program('obedient'),
    expectedSeconds: 5,
    unavailable: (...why) => new Unavailable(...why),
    ...options,
    bounds: { ...bounds, ...other },
  })
}

interface ObedientPool {
  readonly opened: ProcessPool
  readonly warnings: readonly object[]
  readonly ask: ReturnType<typeof askOf>
  close(): Promise<void>
}

/** A pool of obedient processes, what it has warned of, and what is asked of it. */
export function pool(t: Test, options: Options = {}): ObedientPool {
  const warnings: object[] = []
  const opened = openObedient({ log: { warn: (fields) => void warnings.push(fields) }, ...options })
  t.teardown(() => opened.close())
  return { ask: askOf(opened), warnings, close: () => opened.close(), opened }
}

/** Files by which a test and processes communicate: orders for them, what they have written, and leave to go on. */
export async function folder(t: Test) {
  const path = await mkdtemp(join(tmpdir(), 'ecmr-jobs-'))
  t.teardown(() => rm(path, { recursive: true }))
  const file = (name: string): string => join(path, name)
  /** the processes that have got an order, in turn */
  const pids = (): readonly number[] =>
    existsSync(file('diary')) ? readFileSync(file('diary'), 'utf8').split('\n').slice(0, -1).map(Number) : []
  return {
    file,
    pids,
    order: (does: Order['does']): Order => ({ does, until: file('go'), diary: file('diary') }),
    go: (): Promise<void> => writeFile(file('go'), ''),
    begun: (orders = 1): Promise<void> => until(() => pids().length === orders),
  }
}

/** Waits until something is so; the time limit of the test is that of the waiting. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5)
}
