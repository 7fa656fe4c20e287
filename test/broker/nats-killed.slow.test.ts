import t from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { openBroker, startConsumer } from './support/nats.js'
import { recordedEvents } from './support/recorded-event.js'

t.test('nothing is lost when NATS is killed again and again', { skip: withoutNatsServer }, async (t) => {
  const server = await natsServer(t)
  const publisher = openBroker(t, server)
  const consumer = startConsumer(t, openBroker(t, server))
  const events = recordedEvents(2_000)
  const waiting = [...events]
  const publishAll = async (): Promise<void> => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const one = event
      const isStored = (): Promise<boolean> =>
        publisher.broker.publish(one).then(
          () => true,
          () => false,
        )
      await until(isStored, 'NATS')
    }
  }
  const publishing = Promise.all(Array.from({ length: 20 }, publishAll))
  for (let round = 1; round <= 4; round += 1) {
    await consumer.count(round * 200)
    await server.stop('SIGKILL')
    await server.start()
  }
  await publishing
  await until(() => new Set(consumer.ids()).size === events.length, 'every event')
  t.strictSame([...new Set(consumer.ids())].sort(), events.map(({ id }) => id).sort())
  t.match(publisher.problems, [/was lost/, undefined])
})
