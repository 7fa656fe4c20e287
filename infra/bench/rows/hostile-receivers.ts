import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@ecmr/postgres'
import { migrateWebhooks } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { type Child, startChild } from '../../harness/child.js'
import { addressesOf, hostileAccount, type Subscriber, subscribe } from '../harness/accounts.js'
import { type Bench, compared, type Line, type Row } from '../harness/bench.js'
import { EVENTS_PER_NOTE, noteHistories } from '../harness/notes.js'
import { percentile } from '../harness/numbers.js'
import { type Receivers, startHostileReceivers, startReceivers } from '../harness/receivers.js'
import { delaysOf, planAhead, planAll, planOverTime, untilDelivered } from '../harness/sending.js'

const PER_SECOND = 200
const GOOD = 4
const WARM_UP = 2_000
/** The hostile ones begin first: what costs once, such as compiling what handles failures, is not counted. */
const HEAD_START_MS = 2_000

interface Outcome {
  /** of the good endpoints, milliseconds from due to received */
  readonly delays: readonly number[]
  /** megabytes that the worker held at once, at most */
  readonly peak: number
}

/** Endpoints in an empty database, and a worker that sends to them. */
interface World {
  readonly pool: Pool
  readonly good: readonly Subscriber[]
  readonly others: readonly Subscriber[]
}

// Four good endpoints that get 200 events a second together: in turn alone, beside one endpoint of every hostile kind that
// the tests know, and beside as many polite ones. Each of these belongs to a company of its own, and they get another 200
// events a second together. Everything is new in each round, so that no circuit is open when it begins. The worker and each
// group of receivers have a process each, so with two cores part of what is measured is what flooding costs those who
// flood. The polite ones show how much is due to there being twice as much to do.
export const hostileReceivers: Row = async (bench) => {
  const good = await startReceivers({ good: GOOD })
  const hostile = await startHostileReceivers()
  const kinds = Object.keys(hostile.urls)
  const polite = await startReceivers({ good: kinds.length })
  const outcomes: Outcomes = { alone: [], polite: [], hostile: [] }
  for (let round = 0; round < (bench.quick ? 2 : bench.rounds); round++) {
    outcomes.alone.push(await measure(bench, good, []))
    outcomes.polite.push(await measure(bench, good, addresses(kinds, polite.urls.good)))
    outcomes.hostile.push(
      await measure(bench, good, addresses(kinds, Object.values(hostile.urls)), printKinds),
    )
  }
  hostile.stop()
  await polite.stop()
  await good.stop()
  return linesOf(outcomes)
}

/** Each in a company of its own, named for the kind that it is, or stands for. */
function addresses(companies: readonly string[], urls: readonly string[]) {
  return urls.map((url, index) => ({ company: companies[index] ?? '', url }))
}

type Outcomes = Readonly<Record<'alone' | 'polite' | 'hostile', Outcome[]>>

function linesOf({ alone, polite, hostile }: Outcomes): readonly Line[] {
  return [
    latency('beside hostile ones, against alone', 0.5, hostile, alone),
    latency('beside hostile ones, against alone', 0.99, hostile, alone),
    latency('beside hostile ones, against as many polite ones', 0.5, hostile, polite),
    latency('beside hostile ones, against as many polite ones', 0.99, hostile, polite),
    memory(hostile, alone),
  ]
}

async function measure(
  bench: Bench,
  receivers: Receivers,
  others: ReturnType<typeof addressesOf>,
  report?: (bench: Bench, world: World) => Promise<void>,
): Promise<Outcome> {
  const url = await bench.database('bench_hostile')
  const pool = openPool({ url, max: 4, name: 'bench' })
  await migrateWebhooks(pool)
  const good = await subscribe(pool, addressesOf(receivers.urls.good, 1))
  const worker = await startChild({
    script: 'infra/dist/bench/harness/worker-process.js',
    env: { DATABASE_URL: url },
    path: '/',
  })
  await planAll(pool, eventsFor(good, WARM_UP))
  await untilDelivered(pool, idsOf(good))
  const world = { pool, good, others: await subscribe(pool, others) }
  const delays = await send(bench, receivers, world)
  await report?.(bench, world)
  const peak = await peakMegabytes(worker)
  await stop(worker)
  await pool.end()
  return { delays, peak }
}

async function send(bench: Bench, receivers: Receivers, world: World): Promise<Outcome['delays']> {
  const { pool, good, others } = world
  const events = PER_SECOND * bench.seconds
  const planned = await planAhead(pool, eventsFor(others, others.length === 0 ? 0 : events), PER_SECOND)
  await receivers.clear()
  await planned.begin()
  await delay(HEAD_START_MS)
  await planOverTime(pool, eventsFor(good, events), PER_SECOND)
  await untilDelivered(pool, idsOf(good))
  return delaysOf(pool, good, await receivers.arrivals())
}

function eventsFor(subscribers: readonly Subscriber[], events: number) {
  return noteHistories(
    subscribers.map(({ company }) => company),
    events / EVENTS_PER_NOTE,
  )
}

const idsOf = (subscribers: readonly Subscriber[]) => subscribers.map(({ id }) => id)

async function printKinds(bench: Bench, { pool, others }: World): Promise<void> {
  bench.note('attempts | longest, ms | outcome                      | a receiver that')
  for (const { attempts, longest, outcome, company } of await hostileAccount(pool, others))
    bench.note(
      `${String(attempts).padStart(8)} | ${String(longest).padStart(11)} | ${outcome.padEnd(28)} | ${company}`,
    )
}

/** The kernel's high-water mark of the process, see proc(5). */
async function peakMegabytes({ process: { pid } }: Child): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function stop(worker: Child): Promise<void> {
  await worker.stop()
  if (worker.process.exitCode !== 0) throw new Error(`the worker reported problems:\n${worker.output()}`)
}

function latency(where: string, share: number, among: readonly Outcome[], without: readonly Outcome[]): Line {
  const of = (outcomes: readonly Outcome[]) => outcomes.map(({ delays }) => percentile(delays, share))
  const what = `p${share * 100} of good endpoints ${where}, ${PER_SECOND} events/s`
  const goal = { at: 'most', value: 1.5 } as const
  return compared({ what, unit: 'ms', ours: of(among), baseline: of(without), goal })
}

function memory(among: readonly Outcome[], alone: readonly Outcome[]): Line {
  const of = (outcomes: readonly Outcome[]) => outcomes.map(({ peak }) => peak)
  const what = 'worker memory at most, against alone'
  return compared({ what, unit: 'MB', ours: of(among), baseline: of(alone), goal: { at: 'most', value: 2 } })
}
