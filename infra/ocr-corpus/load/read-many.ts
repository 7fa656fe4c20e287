import { median, percentile } from '../../bench/harness/numbers.js'
import { type PageRead, readByRoute } from './read-by-route.js'
import type { Api } from './traffic.js'

/** How a number of pages came through. */
export interface ManyRead {
  readonly pages: number
  readonly medianSeconds: number
  readonly p95Seconds: number
  readonly perMinute: number
  readonly postponed: number
  /** answered otherwise than with what was read */
  readonly failed: number
}

/** Sends pages, as many at once as there are readers, each of whom has his key and waits for his answer. */
export async function readMany(readers: readonly Api[], bodies: readonly string[]): Promise<ManyRead> {
  const left = [...bodies]
  const read: PageRead[] = []
  const began = performance.now()
  const reader = async (api: Api): Promise<void> => {
    for (let body = left.shift(); body !== undefined; body = left.shift())
      read.push(await readByRoute(api, body))
  }
  await Promise.all(readers.map(reader))
  const minutes = (performance.now() - began) / 60_000
  const seconds = read.map((page) => page.seconds)
  return {
    pages: read.length,
    medianSeconds: median(seconds),
    p95Seconds: percentile(seconds, 0.95),
    perMinute: read.length / minutes,
    postponed: read.reduce((sum, page) => sum + page.postponed, 0),
    failed: read.filter(({ status }) => status !== 200).length,
  }
}
