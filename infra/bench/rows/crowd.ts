import { type Account, accountFor } from '../harness/accounts.js'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { type Addresses, type Crowd, registerCrowd, startCrowd } from '../harness/crowd.js'
import { EVENTS_PER_NOTE, noteHistories } from '../harness/notes.js'
import { median, percentile } from '../harness/numbers.js'
import { delaysOf, planAll, planOverTime, startWorker, untilDelivered } from '../harness/sending.js'

/** 2,000 for each of 50 endpoints */
const EACH = 2_000
/** of what was delivered when all had been planned beforehand; planning takes its part, and half is left over */
const SUSTAINABLE = 0.25
/** into so many parts the latter is divided, with and without the dead in turn, so that both meet the same moods */
const CALM_ROUNDS = 2

/** How the deliveries of events are planned: before the worker starts, or while it sends. */
interface Offer {
  readonly whileSending: boolean
  plan(crowd: Crowd, events: ReturnType<typeof noteHistories>): Promise<unknown>
}

interface Outcome extends Account {
  /** good deliveries a second, from the moment in which the worker starts */
  readonly perSecond: number
  /** of the good ones, milliseconds from due to received */
  readonly latencies: readonly number[]
}

// 100,000 deliveries to 50 endpoints of ten companies, five of them dead, by the worker with its standard limits, and the
// same without the dead ones: first all due at once, for the throughput; then planned over time at a quarter of that, for the
// latency. Whatever is lost, or comes under two ids, ends the run.
export const crowd: Row = async (bench) => {
  const addresses = await startCrowd()
  try {
    return await compare(bench, addresses)
  } finally {
    await addresses.receivers.stop()
  }
}

async function compare(bench: Bench, addresses: Addresses): Promise<readonly Line[]> {
  const each = bench.quick ? EACH / 10 : EACH
  const send = (withDead: boolean, offer: Offer, count = each): Promise<Outcome> =>
    attempt(bench, addresses, { withDead, offer, each: count })
  await send(false, atOnce, EACH / 10)
  const unhindered = await send(false, atOnce)
  const among = await send(true, atOnce)
  const perSecond = Math.min(unhindered.perSecond, among.perSecond) * SUSTAINABLE
  const calm: Outcome[] = []
  const amongCalm: Outcome[] = []
  for (let round = 0; round < CALM_ROUNDS; round++) {
    calm.push(await send(false, overTime(perSecond), each / CALM_ROUNDS))
    amongCalm.push(await send(true, overTime(perSecond), each / CALM_ROUNDS))
  }
  return [
    throughput(each, among, unhindered),
    latency(perSecond, 0.5, amongCalm, calm),
    latency(perSecond, 0.99, amongCalm, calm),
    ...counts([unhindered, among, ...calm, ...amongCalm]),
  ]
}

const atOnce: Offer = { whileSending: false, plan: ({ pool }, events) => planAll(pool, events) }

function overTime(perSecond: number): Offer {
  return {
    whileSending: true,
    plan: ({ pool, companies, good }, events) =>
      planOverTime(pool, events, (perSecond * companies.length) / good.length),
  }
}

async function attempt(
  bench: Bench,
  addresses: Addresses,
  { withDead, offer, each }: { withDead: boolean; offer: Offer; each: number },
): Promise<Outcome> {
  const crowd = await registerCrowd(bench, addresses, withDead)
  await addresses.receivers.clear()
  const notes = (each * crowd.companies.length) / EVENTS_PER_NOTE
  const perSecond =
    (crowd.good.length * each) / (await secondsFor(crowd, offer, noteHistories(crowd.companies, notes)))
  const arrivals = await addresses.receivers.arrivals()
  const account = await accountFor(crowd.pool, { ...crowd, each }, arrivals)
  bench.note(
    `${withDead ? 'with' : 'without'} the dead: ${Math.round(perSecond)} good ones a second, ${JSON.stringify(account)}`,
  )
  const latencies = await delaysOf(crowd.pool, crowd.good, arrivals)
  await crowd.pool.end()
  return { ...account, perSecond, latencies }
}

async function secondsFor(
  crowd: Crowd,
  { whileSending, plan }: Offer,
  events: ReturnType<typeof noteHistories>,
): Promise<number> {
  if (!whileSending) await plan(crowd, events)
  const began = performance.now()
  const worker = await startWorker(crowd.url)
  if (whileSending) await plan(crowd, events)
  const good = crowd.good.map(({ id }) => id)
  await untilDelivered(crowd.pool, good)
  const seconds = (performance.now() - began) / 1_000
  await worker.stop()
  return seconds
}

function throughput(each: number, { perSecond: ours }: Outcome, { perSecond: baseline }: Outcome): Line {
  const what = `${(each * 50).toLocaleString('en')} at once to 50 endpoints, 5 dead: the good ones, against none dead`
  return { what, unit: '/s', ours, baseline, measure: ours / baseline, goal: { at: 'least', value: 0.8 } }
}

function latency(
  perSecond: number,
  share: number,
  among: readonly Outcome[],
  calm: readonly Outcome[],
): Line {
  const of = (outcomes: readonly Outcome[]): number =>
    median(outcomes.map(({ latencies }) => percentile(latencies, share)))
  const [ours, baseline] = [of(among), of(calm)]
  const what = `the same at ${Math.round(perSecond)}/s: p${share * 100} of the good ones, due to received`
  return { what, unit: 'ms', ours, baseline, measure: ours / baseline, goal: { at: 'most', value: 1.5 } }
}

function counts(outcomes: readonly Outcome[]): readonly Line[] {
  return [
    atMost(50, {
      what: 'attempts at a dead one',
      unit: 'attempts',
      ours: Math.max(...outcomes.flatMap(({ attemptsAtDead }) => attemptsAtDead)),
      remark: 'the worst of them; all its deliveries are still there',
    }),
    atMost(0, {
      what: 'arrived again',
      unit: 'requests',
      ours: Math.max(...outcomes.map((outcome) => outcome.repeated)),
      remark: 'all of them arrived, each under one id',
    }),
  ]
}
