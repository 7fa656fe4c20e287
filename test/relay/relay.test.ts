import { setTimeout as delay } from 'node:timers/promises'
import type { Publisher } from '@ecmr/broker'
import { seenOf } from '@ecmr/event-store'
import t from 'tap'
import { newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { until } from '../support/until.js'
import { arrivedInOrder, BrokerInMemory, openRelay, writeNotes } from './support.js'

t.test('what is recorded is published, and what is recorded later too', async (t) => {
  const { store, publisher, run, atHead } = openRelay(t)
  await writeNotes(store, 20, 3)
  const relay = run()
  await until(() => publisher.stored.length === 60, 'the first events')
  await writeNotes(store, 20, 3)
  await until(() => publisher.stored.length === 120, 'the later events')
  await arrivedInOrder(t, store, publisher.stored)
  await atHead()
  await relay.stop()

  await t.test('a relay that is started again goes on after it', async (t) => {
    const next = new BrokerInMemory()
    run({ publisher: next })
    await store.append(newStream(), 'no_stream', newEvents(1))
    await until(() => next.stored.length > 0, 'the new event')
    t.match(next.stored, [{ position: await store.head() }])
    t.strictSame(relay.problems, [])
  })
})

t.test('the first relay goes on where the notifier of the in-process broker came to', async (t) => {
  const store = new MemoryEventStore()
  await writeNotes(store, 3, 2)
  const { publisher, run } = openRelay(t, store, await store.head())
  await store.append(newStream(), 'no_stream', newEvents(1))
  run()
  await until(() => publisher.stored.length > 0, 'the new event')
  t.match(publisher.stored, [{ position: await store.head() }])
})

t.test('the place is saved when the broker has answered, and not before', async (t) => {
  const { store, publisher, checkpoints, run } = openRelay(t)
  publisher.mood = 'holds'
  await writeNotes(store, 4, 1)
  run()
  await until(() => publisher.underWay.length === 4, 'four events under way')
  const positions = publisher.underWay.map(({ event }) => event.position)
  publisher.underWay[3]?.answer()
  publisher.underWay[1]?.answer()
  await delay(150)
  t.strictSame(checkpoints.saved, [], 'the first event may still be lost')
  publisher.underWay[0]?.answer()
  await until(() => checkpoints.saved.length > 0, 'a place')
  t.strictSame(checkpoints.saved, [positions[1]], 'up to the first one without an answer')
  publisher.underWay[0]?.answer()
  await until(() => checkpoints.saved.length > 1, 'the next place')
  t.strictSame(checkpoints.saved, [positions[1], positions[3]])
})

t.test('events of other categories move the place', async (t) => {
  const { store, publisher, checkpoints, run, atHead } = openRelay(t)
  const relay = run()
  await store.append(newStream('company'), 'no_stream', newEvents(3))
  await atHead()
  t.strictSame(publisher.stored, [])
  await relay.stop()

  await t.test('only behind events that are stored', async (t) => {
    const head = await store.head()
    publisher.mood = 'holds'
    await writeNotes(store, 1, 1)
    await store.append(newStream('company'), 'no_stream', newEvents(3))
    run()
    await until(() => publisher.underWay.length === 1, 'an event under way')
    await delay(150)
    t.equal(checkpoints.saved.at(-1), head)
    publisher.underWay[0]?.answer()
    await atHead()
  })
})

t.test('of one note there is one event under way at a time', async (t) => {
  const { store, publisher, run } = openRelay(t)
  publisher.mood = 'holds'
  await writeNotes(store, 5, 4)
  run()
  for (let answered = 0; answered < 20; answered++) {
    // Answered in turn, the notes come to their ends together.
    await until(() => publisher.underWay.length === Math.min(5, 20 - answered), 'events under way')
    publisher.underWay[0]?.answer()
  }
  await until(() => publisher.stored.length === 20, 'all events')
  t.strictSame(publisher.overlaps, [])
  await arrivedInOrder(t, store, publisher.stored)
})

t.test('an event that fails is not overtaken by the next of its note, and other notes go on', async (t) => {
  const { store, publisher, checkpoints, run } = openRelay(t)
  publisher.mood = 'holds'
  await writeNotes(store, 2, 2)
  const relay = run()
  await until(() => publisher.underWay.length === 2, 'one event of each note')
  const [failing, going] = publisher.underWay
  failing?.fail()
  going?.answer()
  await until(() => publisher.underWay.length === 2, 'the failed one again, and the next of the other note')
  const underWay = publisher.underWay.map(({ event }) => event.id)
  t.ok(underWay.includes(failing?.event.id ?? ''))
  t.strictSame(relay.problems, ['The connection was lost.'])
  t.strictSame(checkpoints.saved, [])
  publisher.mood = 'works'
  for (const { answer } of [...publisher.underWay]) answer()
  await until(() => publisher.stored.length === 4, 'all events')
  await arrivedInOrder(t, store, publisher.stored)
  t.strictSame(relay.problems, ['The connection was lost.', undefined])
})

t.test('while the broker is away it is tried rarely, and nothing is lost', async (t) => {
  const { store, publisher, checkpoints, run } = openRelay(t)
  publisher.mood = 'away'
  await writeNotes(store, 200, 5)
  const window = 50
  const relay = run({ window })
  await until(() => relay.problems.length > 0, 'a problem')
  await delay(1_000)
  t.ok(publisher.tries <= 6 * window, `${publisher.tries} tries of ${window} events in a second`)
  t.strictSame(relay.problems, ['NATS cannot be reached.'], 'the problem is reported once')
  t.strictSame(checkpoints.saved, [])
  publisher.mood = 'works'
  await until(() => publisher.stored.length === 1_000, 'all events')
  await arrivedInOrder(t, store, publisher.stored)
  t.strictSame(relay.problems.at(-1), undefined)
})

t.test('it reads no further ahead of an event without an answer than its window', async (t) => {
  const { store, publisher, run } = openRelay(t)
  const stubborn = newStream()
  await store.append(stubborn, 'no_stream', newEvents(1))
  await writeNotes(store, 100, 1)
  const picky: Publisher = {
    async publish(event) {
      if (event.stream === stubborn && publisher.mood === 'away') throw new Error('too large')
      publisher.stored.push(event)
    },
  }
  publisher.mood = 'away'
  const relay = run({ publisher: picky, window: 10 })
  await until(() => publisher.stored.length === 9, 'the rest of the window')
  await delay(100)
  t.equal(publisher.stored.length, 9)
  t.strictSame(relay.problems, ['An event cannot be published: too large.'])
  publisher.mood = 'works'
  await until(() => publisher.stored.length === 101, 'all events')
})

t.test('it keeps no more bytes of events without an answer than its window', async (t) => {
  const { store, publisher, run } = openRelay(t)
  publisher.mood = 'holds'
  for (let n = 0; n < 20; n++)
    await store.append(newStream(), 'no_stream', [newEvent({ data: { text: 'x'.repeat(10_000) } })])
  run({ windowBytes: 35_000 })
  await until(() => publisher.underWay.length === 4, 'a full window')
  await delay(100)
  t.equal(publisher.underWay.length, 4)
  // The oldest keeps waiting, so the position does not move; the memory is freed anyway.
  publisher.underWay[1]?.answer()
  await until(() => publisher.stored.length === 1 && publisher.underWay.length === 4, 'the next event')
  publisher.mood = 'works'
  while (publisher.underWay.length > 0) publisher.underWay[0]?.answer()
  await until(() => publisher.stored.length === 20, 'all events')
})

t.test('stopped again and again at any moment, it loses nothing and keeps the order', async (t) => {
  const { store, publisher: stored, checkpoints, run } = openRelay(t)
  let seed = 1
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const shaky: Publisher = {
    async publish(event) {
      await delay(random() * 5)
      if (random() < 0.02) throw new Error('lost on the way')
      stored.stored.push(event)
      if (random() < 0.02) throw new Error('its answer lost on the way')
    },
  }
  await writeNotes(store, 300, 10)
  const log = await store.readAll({ after: '', limit: 3_000 })
  const head = await store.head()
  let rounds = 0
  for (; checkpoints.saved.at(-1) !== head; rounds++) {
    const relay = run({ publisher: shaky, window: 64 })
    await delay(random() * 200)
    await relay.stop()
    const place = checkpoints.saved.at(-1) ?? ''
    const arrived = new Set(stored.stored.map(({ id }) => id))
    const passedOver = log.filter(({ id, position }) => position <= place && !arrived.has(id))
    t.strictSame(passedOver, [], 'everything up to the place is stored')
  }
  t.ok(rounds > 3, `${rounds} rounds`)
  await arrivedInOrder(t, store, stored.stored)
})

t.test('a place that was kept for another product is not taken for one of this log', async (t) => {
  const { store, publisher, checkpoints, run } = openRelay(t)
  checkpoints.moveTo({ position: '0000000000001a2b-0000000000001a2b', seen: null })
  await writeNotes(store, 1, 1)
  const relay = run()
  await until(() => relay.problems.length > 0, 'a problem')
  t.match(relay.problems, [/cannot be read: it was kept for another product than EVENT_STORE names\.$/])
  t.strictSame(publisher.stored, [])
  checkpoints.moveTo({ position: '', seen: null })
  await until(() => publisher.stored.length === 1, 'the event, once that is repaired')
  t.equal(relay.problems.at(-1), undefined)
})

t.test('a relay that has published more than the log holds stands still until it is moved', async (t) => {
  const { store, publisher, checkpoints, run, atHead } = openRelay(t)
  await writeNotes(store, 6, 1)
  const relay = run()
  await atHead()
  store.cutOff(2)
  const sentence =
    /has carried events to NATS that the event log does not hold: .*run "ecmr store reconcile"\.$/
  await until(() => relay.problems.length > 0, 'a problem')
  await writeNotes(store, 5, 1)
  t.match(relay.problems, [sentence])
  t.equal(publisher.stored.length, 6, 'nothing more is published')
  await relay.stop()

  await t.test('so does the next one', async (t) => {
    const next = run()
    await until(() => next.problems.length > 0, 'a problem')
    t.match(next.problems, [sentence])
    t.equal(publisher.stored.length, 6)
    const [last] = (await store.readAll({ after: '', limit: 4 })).slice(-1)
    if (!last) throw new Error('nothing is there')
    checkpoints.moveTo({ position: last.position, seen: seenOf(last) })
    await until(() => publisher.stored.length === 11, 'the events since')
    t.equal(next.problems.at(-1), undefined)
  })
})
