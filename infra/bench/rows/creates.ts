import { Type } from '@sinclair/typebox'
import { bodyOf, exampleNote } from '../../harness/requests.js'
import { type Bench, compared, type Line, type Row } from '../harness/bench.js'
import { type Load, press } from '../harness/crowd.js'
import { median } from '../harness/numbers.js'

// Durable creates at 64 connections, everything included, against one INSERT per request. Runs alternate, so that both
// sides meet the same moods of the machine.
export const creates: Row = {
  name: 'creates',
  run: async (bench) => {
    const oursAt = await bench.database('bench_creates')
    const service = await bench.service(oursAt)
    const key = await bench.key(oursAt, 'Bench')
    const naive = await bench.baseline('insert-per-request', await bench.database('bench_insert'))
    const body = JSON.stringify(exampleNote)
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const load = { connections: 64, method: 'POST', headers, body } as const
    await press({ ...load, url: `${service.url}/api/ecmrs`, seconds: 3 })
    await press({ ...load, url: `${naive.url}/notes`, seconds: 3 })
    const ours: Load[] = []
    const baseline: Load[] = []
    const lags: number[] = []
    for (let round = 0; round < bench.rounds; round++) {
      baseline.push(await press({ ...load, url: `${naive.url}/notes`, seconds: bench.seconds }))
      ours.push(await press({ ...load, url: `${service.url}/api/ecmrs`, seconds: bench.seconds }))
      lags.push(await lagOf(service.url))
      await caughtUp(service.url)
    }
    await service.stop()
    await naive.stop()
    return lines(bench, ours, baseline, lags)
  },
}

function lines(
  bench: Bench,
  ours: readonly Load[],
  baseline: readonly Load[],
  lags: readonly number[],
): Line[] {
  const rates = { ours: ours.map((load) => load.perSecond), baseline: baseline.map((load) => load.perSecond) }
  const slowest = { ours: ours.map((load) => load.p99), baseline: baseline.map((load) => load.p99) }
  bench.note(
    `creates: p50 ${median(ours.map((load) => load.p50))} ms, baseline ${median(baseline.map((load) => load.p50))} ms`,
  )
  return [
    compared({
      what: 'durable creates, 64 connections',
      unit: '/s',
      ...rates,
      goal: { at: 'least', value: 1 },
    }),
    compared({ what: 'their p99 latency', unit: 'ms', ...slowest, goal: { at: 'most', value: 1.5 } }),
    {
      what: 'projection lag when the load ends',
      unit: 'ms',
      ours: Math.max(...lags),
      measure: Math.max(...lags),
      goal: { at: 'most', value: 1000 },
      remark: 'the worst of the runs',
    },
  ]
}

const lag = Type.Object({ lag_events: Type.Number(), lag_ms: Type.Number() })
const health = Type.Object({ checks: Type.Object({ projections: Type.Record(Type.String(), lag) }) })

async function lagsOf(
  url: string,
): Promise<readonly { readonly lag_events: number; readonly lag_ms: number }[]> {
  const { checks } = await bodyOf(await fetch(`${url}/api/health`), health)
  return Object.values(checks.projections)
}

async function lagOf(url: string): Promise<number> {
  return Math.max(...(await lagsOf(url)).map(({ lag_ms }) => lag_ms))
}

/** Waits until the projections have nothing left to do, so that one run does not spoil the next. */
export async function caughtUp(url: string): Promise<void> {
  for (;;) {
    const behind = Math.max(...(await lagsOf(url)).map(({ lag_events }) => lag_events))
    if (behind === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
