import { setTimeout as delay } from 'node:timers/promises'
import { untilReady } from '../../harness/child.js'
import type { NatsServer } from '../../harness/servers.js'
import type { Customers } from '../customers.js'
import { type ProductionInUse, withProduction } from '../production-in-use.js'
import type { Receiver } from '../receiver.js'
import { type Cast, type Casting, fullCast } from '../small-production.js'
import { until, untilWorked } from '../until.js'
import { eventsStream } from './jetstream.js'
import { watchStandstill } from './standstill.js'

const SERVERS = 3
const CASTING: Casting = { ...fullCast, brokers: SERVERS }
const LOAD = { customers: 4, restMs: 50 }
/** Work that is done while a server is away, and after it has come back. */
const COMMANDS = 100
const LOOK_EVERY_MS = 50
const STANDSTILL_MS = 120_000
const PUBLISHED = /^ecmr_relay_published_events_total (\d+)/m

/**
 * Three servers of NATS with replicated streams carry the events of a production in small. Each is killed in turn and started again,
 * while customers go on working. Every webhook must arrive, and the time in which events and webhooks stood still is told.
 */
export async function brokers({ rounds = 2 * SERVERS }: { readonly rounds?: number }): Promise<boolean> {
  return withProduction(CASTING, LOAD, async (production) => {
    const { cast, customers, conclude } = production
    await untilWorked(customers, COMMANDS)
    const isReplicated = await replicas(cast)
    for (let round = 0; round < rounds; round++) {
      const server = cast.brokers[round % SERVERS]
      if (server) await killOne(production, server)
    }
    const isSound = await conclude(rounds)
    const left = await leftInStream(cast)
    console.log(`events left in the stream                 ${left}`)
    return isSound && isReplicated && left === 0
  })
}

async function replicas({ brokers: [first] }: Cast): Promise<boolean> {
  const { replicas } = await eventsStream(first?.monitor ?? '')
  console.log(`the stream of events has ${replicas} copies`)
  return replicas === SERVERS
}

async function killOne(
  { cast, customers, receiver }: ProductionInUse,
  { child, monitor }: NatsServer,
): Promise<void> {
  const { leader, leaderOfConsumer } = await eventsStream(monitor)
  const led = [
    ...(leader === child.name ? ['the stream'] : []),
    ...(leaderOfConsumer === child.name ? ['its consumer'] : []),
  ]
  const endOfEvents = watchStandstill(() => published(cast))
  const endOfWebhooks = watchStandstill(receiver.count)
  await child.stop('SIGKILL')
  await untilWorked(customers, COMMANDS)
  await announced(customers, receiver)
  const [events, webhooks] = [await endOfEvents(), await endOfWebhooks()]
  child.start()
  const back = await untilReady([child])
  await untilWorked(customers, COMMANDS)
  await announced(customers, receiver)
  console.log(
    `${child.name} killed${led.length > 0 ? `, which led ${led.join(' and ')}` : ''}: events stood still for ${events} ms, webhooks for ${webhooks} ms; ` +
      `back after ${back} ms; ${customers.acknowledged} commands acknowledged in all`,
  )
}

/** How many events the relays have published. */
async function published({ players }: Cast): Promise<number> {
  const relays = players.filter(({ role }) => role === 'relay')
  const counts = await Promise.all(
    relays.map(async ({ metricsUrl }) => {
      const metrics = await fetch(metricsUrl).then((answer) => answer.text())
      return Number(PUBLISHED.exec(metrics)?.[1] ?? 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Waits until everything that is acknowledged by now was announced. */
async function announced(customers: Customers, receiver: Receiver): Promise<void> {
  const facts = customers.facts()
  await until(() => facts.every((fact) => receiver.announced(fact)), 'webhooks do not arrive')
}

/** Notifiers acknowledge a moment after they have sent. */
async function leftInStream({ brokers: [first] }: Cast): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { messages } = await eventsStream(first?.monitor ?? '')
    if (messages === 0 || performance.now() - began > STANDSTILL_MS) return messages
    await delay(LOOK_EVERY_MS)
  }
}
