import { AckPolicy, nanos, RetentionPolicy } from 'nats'
import t from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { openBroker, openNats, operator, publishAtLast, startConsumer } from './support/nats.js'
import { recordedEvent } from './support/recorded-event.js'

t.test('what we need of NATS', { skip: withoutNatsServer }, async (t) => {
  await t.test('is made once, by however many processes that start at the same time', async (t) => {
    const server = await natsServer(t)
    const brokers = Array.from({ length: 6 }, () => openBroker(t, server))
    const consumers = brokers.map((one) => startConsumer(t, one))
    await Promise.all(brokers.map((one) => one.ready()))
    await brokers[0]?.broker.publish(recordedEvent())
    await until(() => consumers.flatMap(({ batches }) => batches).length === 1, 'the event')
    const { jsm } = await operator(t, server)
    const { config } = await jsm.streams.info('ECMR_EVENTS')
    t.match(config, {
      subjects: ['ecmr.events.>'],
      retention: 'workqueue',
      discard: 'new',
      storage: 'file',
      max_age: 0,
      num_replicas: 1,
    })
    const poison = await jsm.streams.info('ECMR_POISON')
    t.match(poison.config, { retention: 'limits', max_age: nanos(30 * 24 * 60 * 60 * 1000) })
    const consumer = await jsm.consumers.info('ECMR_EVENTS', 'notifier')
    t.match(consumer.config, { ack_policy: 'explicit', ack_wait: nanos(3_000), max_deliver: -1 })
    t.strictSame(
      brokers.flatMap(({ problems }) => problems),
      [],
    )
  })

  await t.test('is brought up to date, and what its operator has set stays', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    await jsm.streams.add({
      name: 'ECMR_EVENTS',
      subjects: ['ecmr.events.old'],
      retention: RetentionPolicy.Workqueue,
      max_bytes: 5_000_000,
    })
    await jsm.consumers.add('ECMR_EVENTS', {
      durable_name: 'notifier',
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(60_000),
    })
    const broker = openBroker(t, server)
    const consumer = startConsumer(t, broker)
    await broker.ready()
    await broker.broker.publish(recordedEvent())
    await consumer.count(1)
    const { config } = await jsm.streams.info('ECMR_EVENTS')
    t.match(config, { subjects: ['ecmr.events.>'], discard: 'new', max_bytes: 5_000_000 })
    t.equal((await jsm.consumers.info('ECMR_EVENTS', 'notifier')).config.ack_wait, nanos(3_000))
  })

  await t.test('that the server will not change is named, with what to do', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    await jsm.streams.add({ name: 'ECMR_EVENTS', subjects: ['ecmr.events.>'] })
    const { broker, problems, ready } = openBroker(t, server)
    await until(() => problems.length > 0, 'a problem')
    t.match(
      problems[0],
      /^In the stream ECMR_EVENTS of NATS at 127.* retention is "limits" and should be "workqueue".*which the server will not change/,
    )
    await t.rejects(broker.publish(recordedEvent()), { name: 'BrokerUnavailable', message: /retention/ })
    await jsm.streams.delete('ECMR_EVENTS')
    await ready()
    t.strictSame(problems.slice(1), [undefined], 'and it goes on when an operator has done it')
  })

  await t.test('that is already taken is named', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    await jsm.streams.add({ name: 'OTHERS', subjects: ['ecmr.>'] })
    const { problems } = openBroker(t, server)
    await until(() => problems.length > 0, 'a problem')
    t.match(problems[0], /refuses: subjects overlap with an existing stream/)
  })

  await t.test('is made again when an operator has deleted it', async (t) => {
    const tested = await openNats(t)
    const { jsm, said, publish, consume, acknowledged } = tested
    const consumer = consume()
    const [first, second, third] = [recordedEvent(), recordedEvent(), recordedEvent()]
    await publish(first)
    await acknowledged()

    await jsm.consumers.delete('ECMR_EVENTS', 'notifier')
    await until(() => said.filter(({ details }) => 'consumer' in details).length === 2, 'a new consumer')
    await tested.ready()
    await publish(second)
    await consumer.count(2)
    await acknowledged()

    await jsm.streams.delete('ECMR_EVENTS')
    await publishAtLast(tested, third)
    await consumer.count(3)
    t.strictSame(consumer.ids(), [first.id, second.id, third.id])
    t.match(said.at(-2), { details: { nats_stream: 'ECMR_EVENTS' }, message: /was missing and was created/ })
  })
})
