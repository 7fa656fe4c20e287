import t from 'tap'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { until } from '../support/until.js'
import { openRelay, writeNotes } from './support.js'

t.test('a place that cannot be saved is saved later, and publishing goes on', async (t) => {
  const { store, publisher, checkpoints, run, atHead } = openRelay(t)
  const relay = run()
  await until(() => checkpoints.tries > 0, 'the relay at work')
  checkpoints.mood = 'away'
  await writeNotes(store, 10, 1)
  await until(() => publisher.stored.length === 10, 'all events')
  await until(() => relay.problems.length > 0, 'a problem')
  t.match(relay.problems, [/^The relay's place in the log cannot be saved: connection refused\.$/])
  await writeNotes(store, 10, 1)
  checkpoints.mood = 'works'
  await atHead()
  t.equal(publisher.stored.length, 20, 'nothing is published twice')
  t.equal(relay.problems.at(-1), undefined)
})

t.test('a save that hangs is noticed, and the place is saved when that is possible again', async (t) => {
  const { store, checkpoints, run, atHead } = openRelay(t)
  checkpoints.mood = 'hangs'
  await writeNotes(store, 1, 1)
  const relay = run()
  await until(() => relay.problems.length > 0, 'a problem')
  t.match(relay.problems, [/^The relay's place in the log cannot be saved: no answer within 5 s\.$/])
  checkpoints.mood = 'works'
  await atHead()
})

t.test('a place that cannot be read is read later', async (t) => {
  const { store, publisher, checkpoints, run } = openRelay(t)
  checkpoints.mood = 'away'
  await writeNotes(store, 1, 1)
  const relay = run()
  await until(() => checkpoints.tries > 1, 'a second try')
  t.match(relay.problems, [/^The relay's place in the log cannot be read: connection refused\.$/])
  t.strictSame(publisher.stored, [])
  checkpoints.mood = 'works'
  await until(() => publisher.stored.length === 1, 'the event')
  t.equal(relay.problems.at(-1), undefined)
})

t.test('positions are saved rarely, however many events there are', async (t) => {
  const { store, checkpoints, run, atHead } = openRelay(t)
  await writeNotes(store, 500, 4)
  const began = performance.now()
  run()
  await atHead()
  // Timers may be a millisecond early.
  const allowed = 1 + (performance.now() - began) / 49
  const { length } = checkpoints.saved
  t.ok(length <= allowed, `${length} saves, ${allowed} allowed`)
})

t.test('it stops on request', async (t) => {
  const store = new MemoryEventStore()
  await writeNotes(store, 10, 2)

  await t.test(
    'while events are under way whose answers come meanwhile, and saves their place',
    async (t) => {
      const { publisher, checkpoints, run } = openRelay(t, store)
      publisher.mood = 'holds'
      const relay = run()
      await until(() => publisher.underWay.length === 10, 'one event of each note')
      const stopped = relay.stop()
      const last = publisher.underWay.at(-1)?.event.position
      for (const { answer } of [...publisher.underWay]) answer()
      await stopped
      t.strictSame(checkpoints.saved, [last])
      t.equal(publisher.tries, 10, 'nothing more is published')
    },
  )

  await t.test('while answers do not come, and saves what was stored', async (t) => {
    const { publisher, checkpoints, run } = openRelay(t, store)
    publisher.mood = 'holds'
    const relay = run({ window: 10 })
    await until(() => publisher.underWay.length === 10, 'a full window')
    const first = publisher.underWay[0]
    first?.answer()
    await relay.stop()
    t.strictSame(checkpoints.saved, [first?.event.position])
  })

  await t.test('while the broker is away', async (t) => {
    const { publisher, checkpoints, run } = openRelay(t, store)
    publisher.mood = 'away'
    const relay = run()
    await until(() => publisher.tries >= 60, 'a few tries')
    await relay.stop()
    t.strictSame(checkpoints.saved, [])
  })

  await t.test('while its place cannot be saved', async (t) => {
    const { checkpoints, run } = openRelay(t, store)
    const relay = run()
    checkpoints.mood = 'away'
    await until(() => checkpoints.tries >= 3, 'a few tries')
    await relay.stop()
  })

  await t.test('while its place cannot be read', async (t) => {
    const { publisher, checkpoints, run } = openRelay(t, store)
    checkpoints.mood = 'away'
    const relay = run()
    await until(() => checkpoints.tries >= 2, 'a few tries')
    await relay.stop()
    t.strictSame(publisher.stored, [])
  })

  await t.test('while nothing happens', async (t) => {
    const { publisher, checkpoints, run } = openRelay(t, store)
    const head = await store.head()
    const relay = run()
    await until(() => checkpoints.saved.at(-1) === head, 'the head of the log')
    await relay.stop()
    t.equal(publisher.stored.length, 20)
  })
})
