import t, { type Test } from 'tap'
import { type NatsServer, natsServer, withoutNatsServer } from '../support/nats-server.js'
import { freePort } from '../support/port-of.js'
import { until } from '../support/until.js'
import { openBroker, operator, startConsumer } from './support/nats.js'
import { recordedEvents } from './support/recorded-event.js'

/** Three servers that know each other. */
async function cluster(t: Test): Promise<readonly NatsServer[]> {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')
  return Promise.all(
    ports.map((port) =>
      natsServer(t, {
        settings: [
          `server_name: "at ${port}"`,
          `cluster { name: test, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
        ],
      }),
    ),
  )
}

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
  const publish = async (many: number): Promise<void> => {
    for (const event of events.slice(many, many + 300)) {
      const isStored = (): Promise<boolean> =>
        publisher.broker.publish(event).then(
          () => true,
          () => false,
        )
      await until(isStored, 'NATS')
    }
  }
  await publish(0)
  await first.stop('SIGKILL')
  await publish(300)
  await until(() => new Set(consumer.ids()).size === 600, 'every event')
  t.strictSame([...new Set(consumer.ids())].sort(), events.map(({ id }) => id).sort())
})
