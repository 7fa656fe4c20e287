import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Child } from '../../harness/child.js'
import { exampleNote } from '../../harness/requests.js'
import { atMost, type Row } from '../harness/bench.js'
import { press } from '../harness/crowd.js'
import { caughtUp } from './creates.js'

const CREATES = 100_000
/** What was needed for the start alone is collected within so long. */
const SETTLED_MS = 60_000

// Resident memory of the all-in-one process, PostgreSQL's own processes not counted.
export const memory: Row = async (bench) => {
  const database = await bench.database('bench_memory')
  const service = await bench.service(database)
  const key = await bench.key(database, 'Bench')
  await delay(SETTLED_MS)
  const idle = await megabytes(service)
  const after: number[] = []
  for (const share of [1, 2]) {
    let made = 0
    while (made < CREATES * (bench.quick ? 0.1 : 1)) made += await create(service, key)
    await caughtUp(service.url)
    after.push(await megabytes(service))
    bench.note(`memory: after ${share} x ${made} creates ${after.at(-1)} MB`)
  }
  await service.stop()
  const [once = Number.NaN, twice = Number.NaN] = after
  return [
    atMost(120, { what: 'memory, idle', unit: 'MB', ours: idle }),
    atMost(300, { what: 'memory after 100 thousand creates', unit: 'MB', ours: once }),
    {
      what: 'and after twice as many (flat)',
      unit: 'MB',
      ours: twice,
      baseline: once,
      measure: twice / once,
      goal: { at: 'most', value: 1.15 },
    },
  ]
}

async function create(service: Child, key: string): Promise<number> {
  const load = await press({
    url: `${service.url}/api/ecmrs`,
    connections: 64,
    seconds: 5,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(exampleNote),
  })
  return load.accepted
}

async function megabytes(service: Child): Promise<number> {
  const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
