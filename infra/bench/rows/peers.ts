import { exampleNote } from '../../harness/requests.js'
import { openNoteStore } from '../baselines/castore/notes.js'
import { type Bench, compared, inTurn, type Line, type Row } from '../harness/bench.js'
import { press } from '../harness/crowd.js'
import { seededCompany } from '../harness/seeding.js'
import { createsPerSecond } from './creates.js'

const EVENTS = 50_000
const WRITERS = 32
const remark = 'against Castore 2.4.2'

// A known event-sourcing library on the same PostgreSQL, with as many connections, one event and one row of the same list for
// each note. Ours does all that it does otherwise: seven read models, checks, sealing, the hash chain.
export const peers: Row = async (bench) => [await creates(bench), await rebuild(bench)]

async function creates(bench: Bench): Promise<Line> {
  const database = await bench.database('bench_peers')
  const service = await bench.service(database)
  const customer = { url: service.url, key: await bench.key(database, 'Bench') }
  const peer = await bench.baseline('castore/server', await bench.database('bench_castore'))
  const headers = { 'content-type': 'application/json' }
  const load = { connections: 64, method: 'POST', headers, body: JSON.stringify(exampleNote) } as const
  const rates = await inTurn(bench, {
    baseline: async () =>
      (await press({ ...load, url: `${peer.url}/notes`, seconds: bench.seconds })).perSecond,
    ours: () => createsPerSecond(bench, customer),
  })
  await service.stop()
  await peer.stop()
  const what = 'creates, 64 connections'
  return compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 3 }, remark })
}

/** The list alone, from events of created notes. */
async function rebuild(bench: Bench): Promise<Line> {
  const events = bench.quick ? EVENTS / 10 : EVENTS
  const url = await bench.database('bench_peers_rebuild')
  await seededCompany(bench, url, events, '--created-only')
  const peer = await openNoteStore(await bench.database('bench_castore_rebuild'))
  await fill(peer, events)
  const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    await work()
    return (events * 1_000) / (performance.now() - began)
  }
  const rates = await inTurn(bench, {
    baseline: () => perSecond(() => peer.rebuild()),
    ours: () => perSecond(() => bench.ecmr(url, 'projections', 'rebuild', 'list', '--drop-old')),
  })
  await peer.close()
  const what = `rebuild of the list, ${events.toLocaleString('en')} events`
  return compared({ what, unit: 'events/s', ...rates, goal: { at: 'least', value: 3 }, remark })
}

async function fill(peer: Awaited<ReturnType<typeof openNoteStore>>, events: number): Promise<void> {
  let left = events
  const write = async (): Promise<void> => {
    while (left-- > 0) await peer.create(exampleNote)
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}
