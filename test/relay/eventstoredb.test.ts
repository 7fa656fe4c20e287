import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { eventStoreDbLog } from '../event-store/eventstoredb-log.js'
import { until } from '../support/until.js'
import { arrivedInOrder, BrokerInMemory, PlaceInMemory, runRelay, writeNotes } from './support.js'

t.test('the relay on EventStoreDB', async (t) => {
  await t.test('carries what is recorded, and its place comes to the head of the log', async (t) => {
    const { open } = await eventStoreDbLog(t)
    const store = await open()
    const [publisher, checkpoints] = [new BrokerInMemory(), new PlaceInMemory()]
    const total = await writeNotes(store, 50, 4)
    await store.append(newStream('company'), 'no_stream', newEvents(1))
    runRelay(t, { store, publisher, checkpoints })
    await until(() => publisher.stored.length === total, 'all events')
    const head = await store.head()
    await until(() => (checkpoints.saved.at(-1) ?? '') >= head, 'the place at the head of the log')
    await arrivedInOrder(t, store, publisher.stored)
  })

  await t.test('whose checkpoints come early, stopped at any moment, loses nothing', async (t) => {
    const { server, open } = await eventStoreDbLog(t)
    server.faults.eagerCheckpoints(true)
    server.faults.resendOnResume(3)
    const store = await open()
    const [publisher, checkpoints] = [new BrokerInMemory(), new PlaceInMemory()]
    const writing = writeNotes(store, 60, 20)
    const arrived = (): number => new Set(publisher.stored.map(({ id }) => id)).size
    for (let rounds = 1; rounds <= 6; rounds++) {
      publisher.mood = rounds % 2 ? 'works' : 'holds'
      const relay = runRelay(t, { store, publisher, checkpoints })
      if (publisher.mood === 'holds') await until(() => publisher.underWay.length > 0, 'events under way')
      else await until(() => arrived() >= rounds * 60, 'more events')
      server.faults.killSubscriptions()
      await delay(20)
      await relay.stop()
      const log = await store.readAll({ after: '', limit: 10_000 })
      const ids = new Set(publisher.stored.map(({ id }) => id))
      const place = checkpoints.saved.at(-1) ?? ''
      t.strictSame(
        log.filter(({ id, position }) => position <= place && !ids.has(id)),
        [],
        'everything up to the place is stored',
      )
      publisher.underWay.length = 0
    }
    publisher.mood = 'works'
    runRelay(t, { store, publisher, checkpoints })
    const total = await writing
    await until(() => arrived() === total, 'all events')
    await arrivedInOrder(t, store, publisher.stored)
  })
})
