import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DocumentImage, openPagePool, type PagePool } from '@ecmr/ocr'
import type { PoolOptions } from '@ecmr/ocr/testing'
import type { Test } from 'tap'
import type { Order } from './processes/order.js'

/** The program of a process that does what pages tell it to. */
export const obedient = program('obedient')

export function program(name: string): string {
  return fileURLToPath(new URL(`./processes/${name}.js`, import.meta.url))
}

/** A page that tells the process what to do with it. */
export function page(order: Order): DocumentImage {
  return { mediaType: 'image/png', bytes: Buffer.from(JSON.stringify(order)), width: 1, height: 1 }
}

/** Has pages looked at; answers with the id of the process that did, or the code of a fault. */
export const askOf =
  (pool: Pick<PagePool, 'renderPicture'>) =>
  async (order: Order, companyId = 'one', { signal } = new AbortController()): Promise<unknown> => {
    const seen = await pool.renderPicture(page(order), { companyId, signal })
    return seen.ok ? seen.picture.width : seen.fault.code
  }

interface ObedientPool {
  readonly opened: PagePool
  readonly warnings: readonly object[]
  readonly ask: ReturnType<typeof askOf>
  close(): Promise<void>
}

/** A pool of obedient processes, what it has warned of, and what is asked of it. */
export function pool(t: Test, options: Partial<PoolOptions> = {}): ObedientPool {
  const warnings: object[] = []
  const log = { warn: (fields: object) => void warnings.push(fields) }
  const opened = openPagePool({ processes: 1, log, entry: obedient, ...options })
  t.teardown(() => opened.close())
  return { ask: askOf(opened), warnings, close: () => opened.close(), opened }
}

/** Files by which a test and processes communicate: orders for them, what they have written, and leave to go on. */
export async function folder(t: Test) {
  const path = await mkdtemp(join(tmpdir(), 'ecmr-pages-'))
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

/** Whether a process runs. One that has ended may stay listed as a zombie if no process reaps orphans. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

/** Waits until something is so; the time limit of the test is that of the waiting. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5)
}
