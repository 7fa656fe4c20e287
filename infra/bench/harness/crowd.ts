import { freePort } from '@ecmr/runtime'
import { openPool } from '@ecmr/postgres'
import { migrateWebhooks } from '@ecmr/webhooks'
import autocannon from 'autocannon'
import { addressesOf, subscribe } from './accounts.js'
import type { Bench } from './bench.js'
import { startReceivers } from './receivers.js'

const ENDPOINTS = 50
const PER_COMPANY = 5
/** every tenth endpoint is dead: two refuse connections, two never answer, one answers 500 */
const DEAD_EVERY = 10

export type Addresses = Awaited<ReturnType<typeof startCrowd>>

/** Starts the endpoints of ten companies, five each, at a port each; five of these companies have a dead one. */
export async function startCrowd() {
  const receivers = await startReceivers({ good: ENDPOINTS - ENDPOINTS / DEAD_EVERY, failing: 1, hanging: 2 })
  const { good, failing, hanging } = receivers.urls
  const refusing = [
    `http://localhost:${await freePort()}/hooks`,
    `http://localhost:${await freePort()}/hooks`,
  ]
  const dead = [...refusing, ...hanging, ...failing]
  const alive = good.values()
  const urls = Array.from({ length: ENDPOINTS }, (_, index) =>
    index % DEAD_EVERY === 0 ? (dead[index / DEAD_EVERY] ?? '') : (alive.next().value ?? ''),
  )
  return { receivers, all: addressesOf(urls, PER_COMPANY), isDead: (url: string) => dead.includes(url) }
}

export type Crowd = Awaited<ReturnType<typeof registerCrowd>>

/**
 * Registers the endpoints of these companies in a database of their own.
 *
 * @param withDead false leaves the dead endpoints out; the good ones get the same load
 */
export async function registerCrowd(bench: Bench, { all, isDead }: Addresses, withDead: boolean) {
  const url = await bench.database('bench_crowd')
  const pool = openPool({ url, max: 4, name: 'bench' })
  await migrateWebhooks(pool)
  const subscribers = await subscribe(
    pool,
    all.filter((address) => withDead || !isDead(address.url)),
  )
  return {
    url,
    pool,
    companies: [...new Set(all.map(({ company }) => company))],
    good: subscribers.filter((subscriber) => !isDead(subscriber.url)),
    dead: subscribers.filter((subscriber) => isDead(subscriber.url)),
  }
}

export type Load = Awaited<ReturnType<typeof press>>

/** Presses on one address for a while and reports what came back. Any answer but 2xx, or a broken connection, is a fault. */
export async function press(options: {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly paths?: readonly string[]
}) {
  const result = await autocannon({
    url: options.url,
    connections: options.connections,
    duration: options.seconds,
    method: options.method ?? 'GET',
    headers: { ...options.headers },
    ...(options.body === undefined ? {} : { body: options.body }),
    ...(options.paths ? { requests: options.paths.map((path) => ({ path })) } : {}),
  })
  if (result.non2xx > 0 || result.errors > 0 || result.timeouts > 0)
    throw new Error(
      `${options.url}: ${result.non2xx} refused, ${result.errors} broken, ${result.timeouts} timed out`,
    )
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    accepted: result['2xx'],
  }
}
