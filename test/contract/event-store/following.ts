import { confirms, type Followed, LogDiverged, type SeenEvent, START, seenOf } from '@ecmr/event-store'
import type { Test } from 'tap'
import type { NewLog } from './contract.js'
import { eventsOf, followUntil, ids, newEvent, newEvents, newStream } from './events.js'

const isCaughtUp = (items: readonly Followed[]): boolean => items.at(-1)?.kind === 'caught_up'

export async function following(t: Test, newLog: NewLog): Promise<void> {
  const openAdapter = await newLog(t)
  const [store, writer] = [await openAdapter(), await openAdapter()]

  await t.test('an empty log is caught up at once', async (t) => {
    t.strictSame(eventsOf(await followUntil(store, { after: START }, isCaughtUp)), [])
  })

  await t.test(
    'what is appended after subscribing on an empty log comes, and can be resumed from',
    async (t) => {
      const openEmpty = await newLog(t)
      const [store, writer] = [await openEmpty(), await openEmpty()]
      const [first, second] = [newEvent(), newEvent()]
      let appending: Promise<unknown> | undefined
      const items = await followUntil(
        store,
        { after: START },
        (all) => eventsOf(all).length === 1 && isCaughtUp(all),
        () => {
          appending ??= writer.append(newStream(), 'no_stream', [first])
        },
      )
      await appending
      t.strictSame(ids(eventsOf(items)), [first.id])
      const places = items.map((item) => (item.kind === 'event' ? item.event.position : item.position))
      t.ok(places.every((place) => place === START || store.isPosition(place)))
      t.ok(places.every((place) => place <= (places.at(-1) ?? START)))
      await writer.append(newStream(), 'no_stream', [second])
      const rest = await followUntil(store, { after: places.at(-1) ?? START }, isCaughtUp)
      t.strictSame(ids(eventsOf(rest)), [second.id])
    },
  )

  await t.test('what is on record comes first, then what is appended, without loss or repeat', async (t) => {
    const after = await store.head()
    const events = newEvents(40)
    const streams = events.map(() => newStream())
    const append = async (n: number): Promise<void> => {
      const event = events[n]
      if (event) await writer.append(streams[n] ?? '', 'no_stream', [event])
    }
    for (let n = 0; n < 15; n++) await append(n)
    let appending: Promise<void> | undefined
    const items = await followUntil(
      store,
      { after },
      (all) => eventsOf(all).length === 40,
      () => {
        // From the first item on, appends run beside the follower: over the boundary between record and live.
        appending ??= (async () => {
          for (let n = 15; n < 40; n++) await append(n)
        })()
      },
    )
    await appending
    t.strictSame(ids(eventsOf(items)), ids(events))
  })

  await t.test('many events are followed to the last', async (t) => {
    const after = await store.head()
    const events = newEvents(1_300)
    for (let n = 0; n < events.length; n += 100)
      await store.append(newStream(), 'no_stream', events.slice(n, n + 100))
    t.strictSame(ids(eventsOf(await followUntil(store, { after }, isCaughtUp))), ids(events))
  })

  await t.test('resuming after any position that was seen begins with the next event', async (t) => {
    const after = await store.head()
    const events = newEvents(6)
    await store.append(newStream(), 'no_stream', events)
    for (const [n, { position }] of eventsOf(await followUntil(store, { after }, isCaughtUp)).entries()) {
      const rest = await followUntil(store, { after: position }, isCaughtUp)
      t.strictSame(ids(eventsOf(rest)), ids(events.slice(n + 1)))
    }
  })

  await t.test(
    'it goes on after an event that the log holds where it was seen, and after no other',
    async (t) => {
      const after = await store.head()
      const events = newEvents(3)
      await store.append(newStream(), 'no_stream', events)
      const [first] = eventsOf(await followUntil(store, { after }, isCaughtUp))
      if (!first) throw new Error('nothing was followed')
      const { position } = first
      const seen = seenOf(first)
      const rest = await followUntil(store, { after: position, seen }, isCaughtUp)
      t.strictSame(ids(eventsOf(rest)), ids(events.slice(1)))
      t.ok(await confirms(store, { position, seen }))
      const others: readonly SeenEvent[] = [
        { ...seen, id: newEvent().id },
        { ...seen, hash: 'f'.repeat(64) },
      ]
      for (const other of others) {
        await t.rejects(followUntil(store, { after: position, seen: other }, isCaughtUp), LogDiverged)
        t.notOk(await confirms(store, { position, seen: other }))
      }
      t.notOk(await confirms(store, { position, seen: { ...seen, stream: newStream() } }))
      t.notOk(await confirms(store, { position, seen: { ...seen, revision: 7 } }))
    },
  )

  await t.test('only the categories asked for come', async (t) => {
    const after = await store.head()
    const wanted = newEvent()
    await store.append(newStream('other'), 'no_stream', newEvents(3))
    await store.append(newStream('company'), 'no_stream', [wanted])
    await store.append(newStream('ecmr'), 'no_stream', newEvents(3))
    await store.append(newStream('companyx'), 'no_stream', newEvents(3))
    const one = await followUntil(store, { after, categories: ['company'] }, isCaughtUp)
    t.strictSame(ids(eventsOf(one)), [wanted.id])
    const two = await followUntil(store, { after, categories: ['company', 'ecmr'] }, isCaughtUp)
    t.equal(eventsOf(two).length, 4)
  })

  await t.test('events of no interest are passed by a checkpoint from which one can resume', async (t) => {
    const after = await store.head()
    await store.append(newStream('other'), 'no_stream', newEvents(30))
    const items = await followUntil(store, { after }, isCaughtUp)
    t.strictSame(eventsOf(items), [])
    const reached = items.at(-1)
    const passed = reached?.kind === 'caught_up' ? reached.position : START
    t.ok(passed > after)
    const [last] = items.flatMap((item) => (item.kind === 'checkpoint' && item.seen) || []).slice(-1)
    t.equal(last?.position, await store.head(), 'it tells which event stands there')
    t.ok(last && (await confirms(store, { position: last.position, seen: last })))
    const event = newEvent()
    await store.append(newStream(), 'no_stream', [event])
    t.strictSame(ids(eventsOf(await followUntil(store, { after: passed }, isCaughtUp))), [event.id])
  })

  await t.test('positions never go back, over events and checkpoints alike', async (t) => {
    const after = await store.head()
    for (let n = 0; n < 30; n++)
      await store.append(newStream(n % 3 ? 'other' : 'ecmr'), 'no_stream', newEvents(2))
    const items = await followUntil(store, { after }, isCaughtUp)
    const positions = items.map((item) => (item.kind === 'event' ? item.event.position : item.position))
    t.strictSame(positions, positions.toSorted())
  })

  await t.test('the end is reported again after more events', async (t) => {
    const after = await store.head()
    let rounds = 0
    const kinds = await followUntil(
      store,
      { after },
      () => rounds === 3,
      (item) => {
        if (item.kind === 'caught_up' && ++rounds < 3)
          void store.append(newStream(), 'no_stream', [newEvent()])
      },
    )
    t.equal(eventsOf(kinds).length, 2)
    t.equal(kinds.filter((item) => item.kind === 'caught_up').length, 3)
  })

  await t.test('an event is handed out promptly once it is appended', async (t) => {
    const after = await store.head()
    let appended = 0
    const waits: number[] = []
    await followUntil(
      store,
      { after },
      () => waits.length === 5,
      (item) => {
        if (item.kind === 'event') waits.push(performance.now() - appended)
        else {
          appended = performance.now()
          void writer.append(newStream(), 'no_stream', [newEvent()])
        }
      },
    )
    // Polling alone would take a second each time, since each append follows a look at the end of the log.
    t.ok(Math.min(...waits) < 900, `waited ${waits} ms`)
  })

  await t.test(
    'it ends promptly when aborted: while waiting, while reading, and before it began',
    async (t) => {
      const after = await store.head()
      await store.append(newStream(), 'no_stream', newEvents(10))
      const stop = new AbortController()
      const seen: string[] = []
      for await (const item of store.follow({ after, categories: ['ecmr'], signal: stop.signal })) {
        seen.push(item.kind)
        if (seen.length === 3) stop.abort()
      }
      t.equal(seen.length, 3)
      t.strictSame(await ended(store.follow({ after, categories: ['ecmr'], signal: stop.signal })), [])
      const waiting = new AbortController()
      const follower = ended(
        store.follow({ after, categories: ['ecmr'], signal: waiting.signal }),
        (item) => {
          if (item.kind === 'caught_up') setImmediate(() => waiting.abort())
        },
      )
      t.equal(eventsOf(await follower).length, 10)
    },
  )
}

async function ended(
  items: AsyncIterable<Followed>,
  onItem: (item: Followed) => void = () => undefined,
): Promise<readonly Followed[]> {
  const all: Followed[] = []
  for await (const item of items) {
    all.push(item)
    onItem(item)
  }
  return all
}
