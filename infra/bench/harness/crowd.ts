import { openPool } from '@ecmr/postgres'
import { migrateWebhooks } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { freePort } from '../../harness/child.js'
import type { Bench } from './bench.js'
import { type Receivers, startReceivers } from './receivers.js'
import { addressesOf, type Subscriber, subscribe } from './subscribers.js'

const ENDPOINTS = 50
const PER_COMPANY = 5
/** every tenth endpoint is dead: two refuse connections, two never answer, one answers 500 */
const DEAD_EVERY = 10

/** Where the endpoints of ten companies are, five each; five of these companies have a dead one. */
export interface Addresses {
  readonly receivers: Receivers
  readonly all: ReturnType<typeof addressesOf>
  readonly isDead: (url: string) => boolean
}

/** Starts the receivers, in a process of their own, each at a port of its own. */
export async function startCrowd(): Promise<Addresses> {
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
  return { receivers, all: addressesOf(urls, PER_COMPANY), isDead: (url) => dead.includes(url) }
}

/** The endpoints of these companies, registered in a database of their own. */
export interface Crowd {
  readonly url: string
  readonly pool: Pool
  readonly companies: readonly string[]
  readonly good: readonly Subscriber[]
  readonly dead: readonly Subscriber[]
}

/** @param withDead false leaves the dead endpoints out; the good ones get the same all the same */
export async function registerCrowd(
  bench: Bench,
  { all, isDead }: Addresses,
  withDead: boolean,
): Promise<Crowd> {
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
