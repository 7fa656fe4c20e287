import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { Type } from '@sinclair/typebox'
import { accepted, send } from '../../harness/requests.js'
import { nextTurn } from '../compare/turns.js'
import { subscribe } from '../harness/accounts.js'
import { atLeast, type Row } from '../harness/bench.js'
import { median, spread } from '../harness/numbers.js'
import { type Receivers, startReceivers } from '../harness/receivers.js'
import { seededCompany } from '../harness/seeding.js'

const EVENTS = 15_000
const LOOK_EVERY_MS = 20

const begun = Type.Object({ id: Type.String() })
const replay = Type.Object({ status: Type.String() })

// A company's whole history sent again to one endpoint that answers at once: from the request until the last event has been
// received, the log's and the deliveries' share included.
export const replays: Row = async (bench) => {
  const url = await bench.database('bench_replays')
  const events = bench.quick ? EVENTS / 10 : EVENTS
  const { id: company, key } = await seededCompany(bench, url, events, '--created-only')
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  const service = await bench.service(url, { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' })
  const receivers = await startReceivers({ good: 1 })
  const address = `${service.url}/api/webhooks/${await endpointAt(url, company, receivers)}/replay`
  const rates: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    await nextTurn()
    await receivers.clear()
    const began = performance.now()
    const asked = await send(address, key, { body: { since: '2020-01-01T00:00:00Z' } })
    const { id } = await accepted(asked, begun)
    while ((await receivers.count()) < events) await delay(LOOK_EVERY_MS)
    rates.push((events * 1_000) / (performance.now() - began))
    while ((await statusOf(`${address}s/${id}`, key)) === 'running') await delay(LOOK_EVERY_MS)
  }
  await receivers.stop()
  await service.stop()
  const what = `replay of ${events.toLocaleString('en')} events to one endpoint`
  return [{ ...atLeast(5_000, { what, unit: '/s', ours: median(rates) }), noise: spread(rates) }]
}

async function statusOf(url: string, key: string): Promise<string> {
  return (await accepted(await send(url, key), replay)).status
}

/** Registers an endpoint that follows from the end of the log; its id. */
async function endpointAt(url: string, company: string, { urls }: Receivers): Promise<string> {
  const store = await openPostgresEventStore({ url })
  const pool = openPool({ url, max: 1, name: 'bench' })
  const addresses = urls.good.map((to) => ({ company, url: to }))
  const what = { events: ['ecmr.created'], followsFrom: await store.head() } as const
  const [endpoint] = await subscribe(pool, addresses, what)
  await pool.end()
  await store.close()
  return endpoint?.id ?? ''
}
