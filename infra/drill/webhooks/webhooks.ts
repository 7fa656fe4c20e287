import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@ecmr/postgres'
import { withoutNats } from '../../harness/nats-server.js'
import { between } from '../between.js'
import { newCertificate } from '../certificate.js'
import { type Company, ecmr, newCompany } from '../operator.js'
import { newScratchDirectory } from '../scratch-directory.js'
import type { Arrivals } from './arrivals.js'
import { embeddedStage } from './embedded-stage.js'
import { expectations } from './expectations.js'
import { find } from './findings.js'
import { Hauliers } from './hauliers.js'
import { fitfully, promptly, slowly } from './manner.js'
import { productionStage } from './production-stage.js'
import { type SubscribersServer, startSubscribersServer } from './receiver.js'
import { recordedEvents } from './recorded.js'
import { Replays } from './replays.js'
import { report } from './report.js'
import { rotateSecret } from './rotate-secret.js'
import { settleDown } from './settle-down.js'
import type { Stage } from './stage.js'
import { newSubscriber, type Subscriber, type Wish } from './subscriber.js'

const LOAD_MS = { least: 500, most: 2_000 }
const DOWN_MS = { least: 0, most: 1_000 }
/** So many that whoever is killed has some of them. */
const UNDER_WAY = 6
/** Notes from before there are endpoints: so many that a replay takes longer than it may queue at a time. */
const PAST_NOTES = 1_500
const REPLAYED_PER_SECOND = 200

/**
 * Kills notifiers in the middle of sending, again and again, while events are recorded at a steady pace, a replay is
 * always running, and a secret is rotated. Every event must reach every endpoint all the same.
 */
export async function webhooks({ rounds = 50, embedded = false }): Promise<boolean> {
  const missing = embedded ? undefined : withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}. It can with --embedded.`)
    return false
  }
  const directory = await newScratchDirectory()
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
  async function add(wish: Wish): Promise<Subscriber> {
    const subscriber = await newSubscriber(service, server.origin, wish)
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
  return { all: [...server.subscribers.values()], replayed, rotated }
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
