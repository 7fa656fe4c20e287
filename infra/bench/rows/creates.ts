import { setTimeout as delay } from 'node:timers/promises'
import { exampleNote, healthOf } from '../../harness/requests.js'
import { atMost, type Bench, compared, inTurn, type Line, type Row } from '../harness/bench.js'
import { type Load, press } from '../harness/crowd.js'
import { median } from '../harness/numbers.js'

// Durable creates at 64 connections, everything included, against one INSERT per request. Runs alternate, so that both
// sides meet the same moods of the machine.
export const creates: Row = async (bench) => {
  const oursAt = await bench.database('bench_creates')
  const service = await bench.service(oursAt)
  const key = await bench.key(oursAt, 'Bench')
  const naive = await bench.baseline('insert-per-request', await bench.database('bench_insert'))
  const body = JSON.stringify(exampleNote)
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const load = { connections: 64, method: 'POST', headers, body } as const
  await press({ ...load, url: `${service.url}/api/ecmrs`, seconds: 3 })
  await press({ ...load, url: `${naive.url}/notes`, seconds: 3 })
  const lags: number[] = []
  const { seconds } = bench
  const loads = await inTurn(
    { rounds: bench.rounds, warmUp: false },
    {
      baseline: () => press({ ...load, url: `${naive.url}/notes`, seconds }),
      async ours() {
        const made = await press({ ...load, url: `${service.url}/api/ecmrs`, seconds })
        lags.push((await healthOf(service.url)).lagMs)
        await caughtUp(service.url)
        return made
      },
    },
  )
  await service.stop()
  await naive.stop()
  return lines(bench, loads, lags)
}

function lines(
  bench: Bench,
  loads: Awaited<ReturnType<typeof inTurn<Load>>>,
  lags: readonly number[],
): readonly Line[] {
  const each = (of: (load: Load) => number) => ({
    ours: loads.ours.map(of),
    baseline: loads.baseline.map(of),
  })
  const p50 = each((load) => load.p50)
  bench.note(`creates: p50 ${median(p50.ours)} ms, baseline ${median(p50.baseline)} ms`)
  return [
    compared({
      what: 'durable creates, 64 connections',
      unit: '/s',
      ...each((load) => load.perSecond),
      goal: { at: 'least', value: 1 },
    }),
    compared({
      what: 'their p99 latency',
      unit: 'ms',
      ...each((load) => load.p99),
      goal: { at: 'most', value: 1.2 },
    }),
    atMost(1_000, {
      what: 'projection lag when the load ends',
      unit: 'ms',
      ours: Math.max(...lags),
      remark: 'the worst of the runs',
    }),
  ]
}

/** A company at a running service. */
export interface Customer {
  readonly url: string
  readonly key: string
}

/** Durable creates, at 64 connections unless given, until the projections have come up to them. */
export async function createsPerSecond(
  { seconds }: Pick<Bench, 'seconds'>,
  { url, key }: Customer,
  connections = 64,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const body = JSON.stringify(exampleNote)
  const load = { connections, method: 'POST', headers, body, seconds } as const
  const { perSecond } = await press({ ...load, url: `${url}/api/ecmrs` })
  await caughtUp(url)
  return perSecond
}

/** Waits until the projections have nothing left to do, so that one run does not spoil the next. */
export async function caughtUp(url: string): Promise<void> {
  while ((await healthOf(url)).lagEvents > 0) await delay(50)
}
