import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@ecmr/postgres'
import { type Company, ecmr, newCompany } from '../../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../../harness/servers.js'
import { between } from '../between.js'
import { newCertificate } from '../receiver.js'
import { Hauliers } from './companies.js'
import { type Expectation, expectations, find, missing, readDeliveryLog, recordedEvents } from './findings.js'
import { embeddedStage, productionStage, type Stage } from './installations.js'
import {
  type Arrivals,
  fitfully,
  promptly,
  type SubscribersServer,
  slowly,
  startSubscribersServer,
} from './receiver.js'
import { report } from './report.js'
import { newSubscriber, Replays, rotateSecret, type Subscriber, type Wish } from './subscriber.js'

type Pool = ReturnType<typeof openPool>

/** Longer than a lease (60 s) and the longest pause before another attempt together. */
const NOTHING_CAME_FOR_MS = 150_000
const LOOK_EVERY_MS = 500
const PRINT_EVERY_MS = 10_000

/**
 * Waits until everything has arrived and nothing waits any more, however long that takes: the leases of those who
 * were killed have to run out. Gives up when nothing has come for longer than that.
 */
async function settleDown(
  pool: Pool,
  server: SubscribersServer,
  expected: readonly Expectation[],
): Promise<void> {
  const began = Date.now()
  let printedAt = began
  for (;;) {
    const { pending } = await readDeliveryLog(pool)
    const running = await runningReplays(pool)
    const lost = missing(expected)
    if (pending + running + lost === 0) break
    if (Date.now() - Math.max(server.lastArrival(), began) > NOTHING_CAME_FOR_MS) break
    if (Date.now() - printedAt > PRINT_EVERY_MS) {
      printedAt = Date.now()
      console.log(
        `waiting: ${pending} deliveries and ${running} replays to go, ${lost} events not yet received`,
      )
    }
    await delay(LOOK_EVERY_MS)
  }
  console.log(`settled after ${Math.round((Date.now() - began) / 1_000)} s`)
}

async function runningReplays(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from webhooks.replays where status = 'running'`,
  )
  return rows[0]?.count ?? 0
}

const LOAD_MS = { least: 500, most: 2_000 }
const DOWN_MS = { least: 0, most: 1_000 }
/** So many that a killed notifier has some of them. */
const UNDER_WAY = 6
/** Notes from before there are endpoints: so many that a replay takes longer than it may queue at a time. */
const PAST_NOTES = 1_500
const REPLAYED_PER_SECOND = 200

/**
 * Kills notifiers in the middle of sending, again and again, while events are recorded at a steady pace, a replay is
 * always running, and a secret is rotated. Every event must still reach every endpoint.
 */
export async function webhooks({ rounds = 50, embedded = false }): Promise<boolean> {
  const missing = embedded ? undefined : withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}. It can with --embedded.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const certificate = embedded ? undefined : await newCertificate(directory)
  const server = await startSubscribersServer(certificate)
  let stage: Stage | undefined
  try {
    stage = await (embedded ? embeddedStage : productionStage)(directory, certificate)
    return await play(stage, server, rounds)
  } finally {
    await stage?.stop()
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function play(stage: Stage, server: SubscribersServer, rounds: number): Promise<boolean> {
  const companies: Company[] = []
  for (const name of ['Norte', 'Sur', 'Levante']) companies.push(await newCompany(stage.environment, name))
  const { all, replayed, rotated } = await subscribeAll(stage, server, companies)
  const hauliers = new Hauliers(stage.service, companies)
  const replays = new Replays(stage.service, replayed)
  hauliers.start()
  replays.start()
  for (let round = 1; round <= rounds; round++) {
    if (round === Math.ceil(rounds / 2)) await rotateSecret(stage.service, rotated)
    await killOnce(stage, server, round)
  }
  const brokenOff = server.brokenOff()
  await replays.stop()
  await hauliers.stop()
  const { recorded, unanswered } = hauliers.counts
  console.log(`${recorded} requests recorded events, ${unanswered} got no answer`)
  const pool = openPool({ url: stage.databaseUrl, max: 2, name: 'drill' })
  try {
    const expected = await expectations(pool, all, await recordedEvents(stage.databaseUrl))
    await settleDown(pool, server, expected)
    return report(await find(pool, stage.service, expected), { rounds, brokenOff })
  } finally {
    await pool.end()
  }
}

/** Two endpoints for each company; one of them comes when there is a past already. */
async function subscribeAll(
  { service, environment }: Stage,
  server: SubscribersServer,
  [norte, sur, levante]: readonly Company[],
) {
  if (!norte || !sur || !levante) throw new Error('three companies take part')
  const past = ['--notes', String(PAST_NOTES), '--company', levante.name]
  console.log(await ecmr(environment, 'demo', 'seed', ...past))
  const all: Subscriber[] = []
  async function add(wish: Wish): Promise<Subscriber> {
    const subscriber = await newSubscriber(service, server.origin, wish)
    all.push(subscriber)
    server.subscribers.set(wish.name, subscriber)
    return subscriber
  }
  const rotated = await add({ name: 'prompt', company: norte, manner: promptly })
  await add({ name: 'slow', company: norte, manner: slowly })
  await add({ name: 'fitful', company: sur, manner: fitfully })
  await add({ name: 'slower', company: sur, manner: slowly })
  await add({ name: 'latecomer', company: levante, manner: slowly })
  const rate = { maxPerSecond: REPLAYED_PER_SECOND }
  const replayed = await add({ name: 'replayed', company: levante, manner: promptly, ...rate })
  return { all, replayed, rotated }
}

async function killOnce(stage: Stage, server: SubscribersServer, round: number): Promise<void> {
  await delay(between(LOAD_MS))
  while (server.underWay() < UNDER_WAY) await delay(1)
  const before = server.brokenOff()
  const who = await stage.kill(round)
  await delay(between(DOWN_MS))
  const took = await stage.revive()
  const brokenOff = server.brokenOff() - before
  const sum = (count: (arrivals: Arrivals) => number): number =>
    [...server.subscribers.values()].reduce((total, { arrivals }) => total + count(arrivals), 0)
  console.log(
    `round ${round}: ${who} killed in the middle of ${brokenOff} attempts, ready ${took} ms after the return; ` +
      `${sum(({ count }) => count)} arrivals so far, ${sum(({ repeats }) => repeats)} of them repeats`,
  )
}
