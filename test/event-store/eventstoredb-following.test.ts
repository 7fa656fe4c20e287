import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  appendWithRetry,
  type EventStore,
  type Followed,
  type NewEvent,
  openEventStoreDb,
  type Position,
  START,
} from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { eventsOf, followUntil, ids, newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { startEventStoreDb, type TestServer } from '../eventstoredb-wire/server.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { eventStoreDbLog, PATIENCE_MS } from './eventstoredb-log.js'

const servers = { 'a current server': {}, 'an old server': OLD_SERVER }

for (const [name, options] of Object.entries(servers)) {
  t.test(`following ${name}`, async (t) => {
    await t.test(
      'a consumer that crashes at any point loses nothing, however early checkpoints come',
      async (t) => {
        const { server, open } = await eventStoreDbLog(t, options)
        const store = await open()
        const expected = await mixedStreams(store)
        for (const eager of [false, true]) {
          server.faults.eagerCheckpoints(eager)
          for (const life of [1, 2, 3, 7, 20]) {
            const seen = await crashingConsumer(store, life)
            t.strictSame(seen, expected, `crashing after ${life} items`)
          }
        }
      },
    )

    await t.test(
      'a subscription that is cut again and again is resumed without loss or repeat',
      async (t) => {
        const { server, open } = await eventStoreDbLog(t, options)
        const [store, writer] = [await open(), await open()]
        const expected = await mixedStreams(writer)
        server.faults.resendOnResume(5)
        server.faults.killSubscriptions({ after: 7 })
        let live: Promise<unknown> | undefined
        const more = newEvents(20)
        const items = await followUntil(
          store,
          { after: START },
          (all) => eventsOf(all).length === expected.length + more.length,
          (item) => {
            if (item.kind === 'caught_up') live ??= writer.append(newStream(), 'no_stream', more)
            else if (Math.random() < 0.05) server.faults.killSubscriptions()
          },
        )
        await live
        t.strictSame(ids(eventsOf(items)), [...expected, ...ids(more)])
        assertOrder(t, items)
      },
    )

    await t.test('a follower that is slower than the server falls behind and catches up', async (t) => {
      const { server, open } = await eventStoreDbLog(t, { ...options, liveBuffer: 4 })
      const [store, writer] = [await open(), await open()]
      server.faults.slowLive(5)
      const bursts = [newEvents(40), newEvents(40)]
      const waiting = [...bursts]
      const items = await followUntil(
        store,
        { after: START },
        (all) => eventsOf(all).length === 80 && all.at(-1)?.kind === 'caught_up',
        (item) => {
          const burst = item.kind === 'caught_up' && waiting.shift()
          if (burst) void writer.append(newStream(), 'no_stream', burst)
        },
      )
      t.strictSame(ids(eventsOf(items)), ids(bursts.flat()))
      assertOrder(t, items)
    })

    await t.test('a server that hangs, or is not ready, is followed again when it is back', async (t) => {
      const { server, open } = await eventStoreDbLog(t, options)
      const problems: string[] = []
      const onProblem = (error: Error | undefined): void => void (error && problems.push(error.message))
      const store = await open({ timeoutMs: 1_000, onProblem })
      const event = newEvent()
      const writer = await open()
      await writer.append(newStream(), 'no_stream', [event])
      server.faults.hang()
      const items = followUntil(store, { after: START }, (all) => eventsOf(all).length === 1)
      await until(() => problems.length > 0)
      t.match(problems[0], /^EventStoreDB at 127\.0\.0\.1:\d+ did not answer within 1000 ms$/)
      server.faults.resume()
      t.strictSame(ids(eventsOf(await items)), [event.id])
      server.faults.notReady()
      problems.length = 0
      const again = followUntil(store, { after: START }, (all) => eventsOf(all).length === 1)
      await until(() => problems.length > 0)
      t.match(problems[0], /is not ready/)
      server.faults.ready()
      t.strictSame(ids(eventsOf(await again)), [event.id])
    })
  })
}

t.test(
  'events of our other categories carry a follower to the head, foreign ones do not matter',
  async (t) => {
    const { open } = await eventStoreDbLog(t)
    const [store, foreign] = [await open({ categories: ['ecmr', 'company'] }), await open()]
    await store.append(newStream(), 'no_stream', newEvents(3))
    await store.append(newStream('company'), 'no_stream', newEvents(3))
    await foreign.append(newStream('other'), 'no_stream', newEvents(30))
    const items = await followUntil(store, { after: START }, (all) => all.at(-1)?.kind === 'caught_up')
    t.equal(eventsOf(items).length, 3)
    const end = items.at(-1)
    t.ok(end?.kind === 'caught_up' && end.position >= (await store.head()))
  },
)

t.test('a server that is away is not stormed, and followed again within seconds of its return', async (t) => {
  const file = join(t.testdir(), 'log')
  const first = await startEventStoreDb({ file })
  const problems: string[] = []
  const onProblem = (error: Error | undefined): void => void (error && problems.push(error.message))
  const store = await openEventStoreDb({ url: first.url, onProblem, timeoutMs: PATIENCE_MS })
  t.teardown(() => store.close())
  const stream = newStream()
  await store.append(stream, 'no_stream', [newEvent()])
  let again: Promise<TestServer> | undefined
  const awayFor = async (milliseconds: number): Promise<TestServer> => {
    await first.stop()
    await delay(milliseconds)
    t.ok(problems.length <= 8, `${problems.length} attempts`)
    return startEventStoreDb({ file, port: first.port })
  }
  const items = await followUntil(
    store,
    { after: START },
    (all) => eventsOf(all).length === 2,
    (item) => {
      if (item.kind !== 'caught_up') return
      again ??= awayFor(3_000)
      void again.then(() => store.append(stream, 0, [newEvent()]))
    },
  )
  t.equal(eventsOf(items).length, 2)
  await (await again)?.stop()
})

t.test('closing the store ends its followers', async (t) => {
  const { open } = await eventStoreDbLog(t)
  const store = await open()
  const { signal } = new AbortController()
  for await (const item of store.follow({ after: START, categories: ['ecmr'], signal }))
    if (item.kind === 'caught_up') setImmediate(() => void store.close())
  t.pass('it ended')
})

for (const [name, options] of Object.entries(servers)) {
  t.test(`followers at the end of ${name}'s log share one subscription`, async (t) => {
    const { server, open } = await eventStoreDbLog(t, options)
    const [store, writer] = [await open(), await open()]
    const expected = [...(await mixedStreams(writer))]
    const stop = new AbortController()
    const gates = [0, 1, 2, 3].map(() => ({ opened: Promise.resolve(), seen: [] as string[] }))
    const { signal } = stop
    const all = Promise.all(
      gates.map(async (gate) => {
        for await (const item of store.follow({ after: START, categories: ['ecmr'], signal })) {
          if (item.kind === 'event') gate.seen.push(item.event.id)
          await gate.opened
        }
      }),
    )
    const write = async (events: readonly NewEvent[]): Promise<void> => {
      for (const event of events) await writer.append(newStream(), 'no_stream', [event])
      expected.push(...ids(events))
    }
    const isSeen = (readers = gates): boolean => readers.every(({ seen }) => seen.length >= expected.length)

    await t.test('which brings every event to each of them', async (t) => {
      await until(() => server.subscriptions() === 1)
      await write(newEvents(50))
      await until(() => isSeen())
      t.equal(server.subscriptions(), 1)
    })

    await t.test('and when it is lost, each goes on where it was, and they meet again', async () => {
      for (let n = 0; n < 3; n++) {
        server.faults.killSubscriptions()
        await write(newEvents(20))
        await until(() => isSeen() && server.subscriptions() === 1)
      }
    })

    await t.test('one that takes nothing for long is left to itself, and comes back', async (t) => {
      const [slow, ...others] = gates
      if (!slow) return
      let release = (): void => undefined
      slow.opened = new Promise((resolve) => {
        release = resolve
      })
      const data = { text: 'x'.repeat(900_000) }
      await write(Array.from({ length: 40 }, () => newEvent({ data })))
      await until(() => isSeen(others))
      t.ok(slow.seen.length < expected.length)
      release()
      await until(() => isSeen() && server.subscriptions() === 1)
    })

    stop.abort()
    await all
    for (const { seen } of gates) t.strictSame(seen, expected)
    await until(() => server.subscriptions() === 0)
  })
}

t.test('no read and no append fails because the subscription was lost', async (t) => {
  const { server, open } = await eventStoreDbLog(t)
  const calls: Promise<unknown>[] = []
  const failures: unknown[] = []
  const call = (...answers: Promise<unknown>[]): void => {
    for (const answer of answers) calls.push(answer.catch((error) => failures.push(error)))
  }
  // The client gives up its connection, which all calls use, a few microtasks before or after.
  const onProblem = async (): Promise<void> => {
    for (let microtask = 0; microtask < 10; microtask++) {
      call(store.readAll({ after: START, limit: 1 }), store.readStream('ecmr-none'), store.head())
      call(appendWithRetry(store, newStream(), 'no_stream', newEvents(1)))
      await undefined
    }
  }
  const store = await open({ onProblem })
  const stop = new AbortController()
  const following = (async () => {
    for await (const _ of store.follow({ after: START, categories: ['ecmr'], signal: stop.signal }));
  })()
  for (let round = 1; round <= 20; round++) {
    await until(() => server.faults.killSubscriptions() === 1)
    await until(() => calls.length >= 40 * round)
    await Promise.all(calls)
    t.strictSame(failures, [])
  }
  stop.abort()
  await following
})

t.test('a follower gets what is on record, whatever its process tried to append under that id', async (t) => {
  const { open } = await eventStoreDbLog(t)
  const [store, other] = [await open(), await open()]
  const stream = newStream()
  const [own, theirs] = newEvents(2)
  const write = async (): Promise<void> => {
    if (!own || !theirs) return
    await store.append(stream, 'no_stream', [own])
    await store.append(stream, 7, [{ ...theirs, data: { by: 'a try that is refused' } }])
    await other.append(stream, 0, [theirs])
  }
  let writing: Promise<void> | undefined
  const items = await followUntil(
    store,
    { after: START },
    (all) => eventsOf(all).length === 2,
    (item) => {
      if (item.kind === 'caught_up') writing ??= write()
    },
  )
  await writing
  t.strictSame(eventsOf(items), await other.readStream(stream))
})

/** Events to follow among others; returns the ids of the former. */
async function mixedStreams(store: EventStore): Promise<readonly string[]> {
  const followed: string[] = []
  for (let n = 0; n < 6; n++) {
    const events = newEvents(1 + (n % 4))
    await store.append(newStream(), 'no_stream', events)
    followed.push(...ids(events))
    await store.append(newStream(n % 2 ? 'other' : 'company'), 'no_stream', newEvents(n * 3 + 1))
  }
  return followed
}

/**
 * Handles events more slowly than they come, saves every position that it is given, and crashes after so many items;
 * until it has seen the end.
 */
async function crashingConsumer(store: EventStore, life: number): Promise<readonly string[]> {
  const handled = new Set<string>()
  let saved: Position = START
  for (let isAtEnd = false; !isAtEnd; ) {
    const crash = new AbortController()
    const after = saved
    let items = 0
    for await (const item of store.follow({ after, categories: ['ecmr'], signal: crash.signal })) {
      await delay(1)
      isAtEnd = item.kind === 'caught_up'
      if (item.kind === 'event') handled.add(item.event.id)
      saved = item.kind === 'event' ? item.event.position : item.position
      // One that never gets past its first items would never get anywhere.
      if (isAtEnd || (++items >= life && saved > after)) crash.abort()
    }
  }
  return [...handled]
}

function assertOrder(t: Test, items: readonly Followed[]): void {
  const positions = items.map((item) => (item.kind === 'event' ? item.event.position : item.position))
  t.strictSame(positions, positions.toSorted())
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}
