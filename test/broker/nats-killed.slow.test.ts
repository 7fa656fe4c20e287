import { freePort } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { type NatsServer, natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { openBroker, operator, publishAtLast, startConsumer, type TestConsumer } from './support/nats.js'
import { recordedEvents } from './support/recorded-event.js'

/** Three servers that know each other. */
async function cluster(t: Test): Promise<readonly NatsServer[]> {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')
  const clusterOf = (port: number) =>
    `cluster { name: test, listen: "127.0.0.1:${port}", routes: [${routes}] }`
  return Promise.all(
    ports.map((port) => natsServer(t, { settings: [`server_name: "at ${port}"`, clusterOf(port)] })),
  )
}

async function hasEach(t: Test, consumer: TestConsumer, events: ReturnType<typeof recordedEvents>) {
  await until(() => new Set(consumer.ids()).size === events.length, 'every event')
  t.strictSame([...new Set(consumer.ids())].sort(), events.map(({ id }) => id).sort())
}

t.test('nothing is lost when NATS is killed again and again', { skip: withoutNatsServer }, async (t) => {
  const server = await natsServer(t)
  const publisher = openBroker(t, server)
  const consumer = startConsumer(t, openBroker(t, server))
  const events = recordedEvents(2_000)
  const waiting = [...events]
  const publishAll = async (): Promise<void> => {
    for (let event = waiting.shift(); event; event = waiting.shift()) await publishAtLast(publisher, event)
  }
  const publishing = Promise.all(Array.from({ length: 20 }, publishAll))
  for (let round = 1; round <= 4; round += 1) {
    await consumer.count(round * 200)
    await server.stop('SIGKILL')
    await server.start()
  }
  await publishing
  await hasEach(t, consumer, events)
  t.match(publisher.problems[0], /was lost/)
  t.equal(publisher.problems.at(-1), undefined)
})

t.test('a cluster of three keeps every event when one is killed', { skip: withoutNatsServer }, async (t) => {
  const servers = await cluster(t)
  const urls = servers.map(({ url }) => url)
  const publisher = openBroker(t, urls)
  const consumer = startConsumer(t, openBroker(t, urls))
  await publisher.ready()
  const [first, , last] = servers
  if (!first || !last) throw new Error('no servers')
  const { jsm } = await operator(t, last)
  t.equal((await jsm.streams.info('ECMR_EVENTS')).config.num_replicas, 3)
  const events = recordedEvents(600)
  for (const event of events.slice(0, 300)) await publishAtLast(publisher, event)
  await first.stop('SIGKILL')
  for (const event of events.slice(300)) await publishAtLast(publisher, event)
  await hasEach(t, consumer, events)
})
