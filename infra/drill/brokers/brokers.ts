import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { untilReady } from '../../harness/child.js'
import { newCompany, verified } from '../../harness/operator.js'
import { type NatsServer, newScratchDirectory, withoutNats } from '../../harness/servers.js'
import { missingWebhooks, report } from '../after-kills.js'
import { announcedEvents } from '../announcements.js'
import { Customers } from '../customers.js'
import { newCertificate, type Receiver, startReceiver, subscribe } from '../receiver.js'
import { type Cast, type Casting, fullCast, startCast } from '../small-production.js'
import { eventsStream } from './jetstream.js'
import { watchStandstill } from './standstill.js'

const SERVERS = 3
const CASTING: Casting = { ...fullCast, brokers: SERVERS }
const CUSTOMERS = 4
const REST_MS = 50
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
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const certificate = await newCertificate(directory)
  const receiver = await startReceiver(certificate)
  const cast = await startCast(directory, CASTING, {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate.file,
  })
  try {
    console.log(`everything is ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill')
    await subscribe(cast.apis[0] ?? '', key, { url: receiver.url, events: announcedEvents })
    const customers = new Customers(cast.apis, key, REST_MS)
    customers.start(CUSTOMERS)
    await working(customers)
    const isReplicated = await replicas(cast)
    for (let round = 0; round < rounds; round++) {
      const server = cast.brokers[round % SERVERS]
      if (server) await killOne(cast, server, { customers, receiver })
    }
    await customers.stop()
    const tally = await customers.check()
    const missing = await missingWebhooks(receiver, customers)
    const left = await leftInStream(cast)
    const sound = await verified(cast.environment)
    const done = ['rounds of SIGKILL', rounds] as const
    const isSound = report({ done, tally, missing, duplicates: receiver.duplicates(), ...sound })
    console.log(`events left in the stream                 ${left}`)
    return isSound && isReplicated && left === 0
  } finally {
    await cast.stop()
    await receiver.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function replicas({ brokers: [first] }: Cast): Promise<boolean> {
  const { replicas } = await eventsStream(first?.monitor ?? '')
  console.log(`the stream of events has ${replicas} copies`)
  return replicas === SERVERS
}

async function killOne(
  cast: Cast,
  { child, monitor }: NatsServer,
  { customers, receiver }: { readonly customers: Customers; readonly receiver: Receiver },
): Promise<void> {
  const { leader, leaderOfConsumer } = await eventsStream(monitor)
  const led = [
    ...(leader === child.name ? ['the stream'] : []),
    ...(leaderOfConsumer === child.name ? ['its consumer'] : []),
  ]
  const endOfEvents = watchStandstill(() => published(cast))
  const endOfWebhooks = watchStandstill(receiver.count)
  await child.stop('SIGKILL')
  await working(customers)
  await announced(customers, receiver)
  const [events, webhooks] = [await endOfEvents(), await endOfWebhooks()]
  child.start()
  const back = await untilReady([child])
  await working(customers)
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

/** Waits until the customers have got some more work done. */
async function working(customers: Customers): Promise<void> {
  const enough = customers.acknowledged + COMMANDS
  await until(() => customers.acknowledged >= enough, 'the customers do not get on with their work')
}

/** Waits until everything that is acknowledged by now was announced. */
async function announced(customers: Customers, receiver: Receiver): Promise<void> {
  const facts = customers.facts()
  await until(() => facts.every((fact) => receiver.announced(fact)), 'webhooks do not arrive')
}

async function until(isSo: () => boolean, otherwise: string): Promise<void> {
  const began = performance.now()
  while (!isSo()) {
    if (performance.now() - began > STANDSTILL_MS) throw new Error(otherwise)
    await delay(LOOK_EVERY_MS)
  }
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
