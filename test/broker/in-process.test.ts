import {
  brokerCheckpoints,
  type Checkpoints,
  type Handler,
  inProcessBroker,
  migrateBroker,
  type SetAside,
} from '@ecmr/broker'
import {
  type Checkpoint,
  type EventStore,
  type Followed,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  seenOf,
} from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { ids, newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { removeNewest } from '../event-store/restore-older.js'
import { logDatabase } from '../event-store/support.js'
import { until } from '../support/until.js'

interface Kept extends Checkpoints {
  readonly saved: Position[]
}

function checkpoints(first: Position = START): Kept {
  const saved: Position[] = []
  let newest: Checkpoint = { position: first, seen: null }
  return {
    saved,
    load: async () => newest,
    save: async (_name, checkpoint) => {
      newest = checkpoint
      saved.push(checkpoint.position)
    },
  }
}

async function openStore(t: Test): Promise<EventStore> {
  return (await logDatabase(t)).open()
}

/** Consumes until something holds; resolves when the consumer has ended. */
async function consumeUntil(
  store: Pick<EventStore, 'follow' | 'isPosition'>,
  kept: Checkpoints,
  handle: (events: readonly RecordedEvent[]) => Promise<void>,
  isEnough: () => boolean,
): Promise<readonly unknown[]> {
  const stop = new AbortController()
  const errors: unknown[] = []
  const watched: Checkpoints = {
    load: kept.load,
    save: async (name, checkpoint, known) => {
      await kept.save(name, checkpoint, known)
      if (isEnough()) stop.abort()
    },
  }
  const broker = inProcessBroker({ store, checkpoints: watched, onError: (error) => errors.push(error) })
  await broker.consume({ name: 'notifier', handle, signal: stop.signal })
  return errors
}

t.test('a batch of large events holds some megabytes at most', async (t) => {
  const store = await openStore(t)
  const data = { text: 'x'.repeat(1_000_000) }
  for (let n = 0; n < 12; n++) await store.append(newStream(), 'no_stream', [newEvent({ data })])
  const sizes: number[] = []
  const handle = async (events: readonly RecordedEvent[]): Promise<void> => void sizes.push(events.length)
  const total = (): number => sizes.reduce((sum, size) => sum + size, 0)
  await consumeUntil(store, checkpoints(), handle, () => total() === 12)
  t.ok(Math.max(...sizes) <= 5, `${sizes}`)
})

t.test('events are handed out in order, in batches of at most 256, and the place is kept', async (t) => {
  const store = await openStore(t)
  const events = newEvents(700)
  for (let n = 0; n < 700; n += 100) await store.append(newStream(), 'no_stream', events.slice(n, n + 100))
  const kept = checkpoints()
  const batches: (readonly RecordedEvent[])[] = []
  const handle = async (batch: readonly RecordedEvent[]): Promise<void> => {
    t.equal(kept.saved.at(-1), batches.at(-1)?.at(-1)?.position, 'only what was handled is checkpointed')
    batches.push(batch)
  }
  await consumeUntil(store, kept, handle, () => batches.flat().length === 700)
  t.strictSame(ids(batches.flat()), ids(events))
  t.ok(batches.every((batch) => batch.length <= 256))
  t.equal(kept.saved.at(-1), await store.head())

  await t.test('a consumer that is started again goes on after what was handled', async (t) => {
    const event = newEvent()
    await store.append(newStream(), 'no_stream', [event])
    const seen: RecordedEvent[] = []
    await consumeUntil(
      store,
      kept,
      async (batch) => void seen.push(...batch),
      () => seen.length > 0,
    )
    t.strictSame(ids(seen), [event.id])
  })
})

t.test('a batch that is rejected comes again, and nothing overtakes it', async (t) => {
  const store = await openStore(t)
  const events = newEvents(3)
  await store.append(newStream(), 'no_stream', events)
  const kept = checkpoints()
  const tries: (readonly string[])[] = []
  const handle = async (batch: readonly RecordedEvent[]): Promise<void> => {
    tries.push(ids(batch))
    t.strictSame(kept.saved, [])
    if (tries.length < 3) throw new Error('the receiver is away')
  }
  const errors = await consumeUntil(store, kept, handle, () => true)
  t.strictSame(tries, [ids(events), ids(events), ids(events)])
  t.match(errors, [{ message: 'the receiver is away' }, { message: 'the receiver is away' }])
})

t.test('what the handler sets aside is reported to the callback and never delivered again', async (t) => {
  const store = await openStore(t)
  const events = newEvents(3)
  await store.append(newStream(), 'no_stream', events)
  const kept = checkpoints()
  const told: { readonly id: string; readonly reason: string }[] = []
  const stop = new AbortController()
  const onSetAside: SetAside = ({ id }, reason) => void told.push({ id, reason })
  const broker = inProcessBroker({ store, checkpoints: kept, onSetAside })
  const handle: Handler = async (batch, setAside) => {
    const [, second] = batch
    if (second) setAside(second, 'written by a newer version')
    stop.abort()
  }
  await broker.consume({ name: 'notifier', handle, signal: stop.signal })
  t.strictSame(told, [{ id: events[1]?.id, reason: 'written by a newer version' }])
  t.strictSame(kept.saved, [await store.head()])
})

t.test('checkpoints that fail for a while are read and saved later', async (t) => {
  const store = await openStore(t)
  await store.append(newStream(), 'no_stream', [newEvent()])
  const kept = checkpoints()
  let [loads, saves, handled] = [0, 0, 0]
  const flaky: Checkpoints = {
    load: async (name) => {
      if (loads++ === 0) throw new Error('no database')
      return kept.load(name)
    },
    save: async (name, checkpoint, known) => {
      if (saves++ === 0) throw new Error('no database')
      await kept.save(name, checkpoint, known)
    },
  }
  const handle = async (batch: readonly RecordedEvent[]): Promise<void> => {
    handled += batch.length
  }
  const errors = await consumeUntil(store, flaky, handle, () => true)
  t.equal(errors.length, 2)
  t.equal(handled, 1, 'a checkpoint that is not saved yet is no reason to handle anything again')
  t.strictSame(kept.saved, [await store.head()])
})

t.test('events of other categories move the checkpoint and nothing else', async (t) => {
  const store = await openStore(t)
  await store.append(newStream('company'), 'no_stream', newEvents(5))
  const kept = checkpoints()
  const handle = async (): Promise<void> => {
    t.fail('nothing is handed out')
  }
  await consumeUntil(store, kept, handle, () => true)
  t.strictSame(kept.saved, [await store.head()])
})

t.test('new events come as they are appended', async (t) => {
  const store = await openStore(t)
  const events = newEvents(5)
  const seen: string[] = []
  const append = async (): Promise<void> => {
    const event = events[seen.length]
    if (event) await store.append(newStream(), 'no_stream', [event])
  }
  await append()
  const handle = async (batch: readonly RecordedEvent[]): Promise<void> => {
    seen.push(...ids(batch))
    await append()
  }
  await consumeUntil(store, checkpoints(), handle, () => seen.length === 5)
  t.strictSame(seen, ids(events))
})

t.test('a consumer whose place is in the log of another store waits until it is moved', async (t) => {
  const store = await openStore(t)
  const [skipped, next] = newEvents(2)
  const { position } = await appended(store, skipped)
  await appended(store, next)
  const seen: RecordedEvent[] = []
  const stop = new AbortController()
  let place = '0000000000000001-0000000000000001'
  const kept: Checkpoints = {
    load: async () => ({ position: place, seen: null }),
    save: async () => stop.abort(),
  }
  const errors: unknown[] = []
  const onError = (error: unknown): void => {
    errors.push(error)
    place = position
  }
  const handle = async (events: readonly RecordedEvent[]): Promise<void> => void seen.push(...events)
  await inProcessBroker({ store, checkpoints: kept, onError }).consume({
    name: 'notifier',
    handle,
    signal: stop.signal,
  })
  t.match(errors, [{ message: /place of notifier is one in the log of another store/ }])
  t.strictSame(ids(seen), ids(next ? [next] : []))
})

async function appended(store: EventStore, event: NewEvent | undefined): Promise<{ position: Position }> {
  const result = event && (await store.append(newStream(), 'no_stream', [event]))
  if (!result?.ok) throw new Error('not appended')
  return result
}

t.test('it stops on request', async (t) => {
  const store = await openStore(t)
  await store.append(newStream(), 'no_stream', [newEvent()])

  await t.test('in the pause before a batch comes again', async (t) => {
    const kept = checkpoints()
    const stop = new AbortController()
    const broker = inProcessBroker({ store, checkpoints: kept, onError: () => stop.abort() })
    const handle = async (): Promise<void> => {
      throw new Error('no')
    }
    await broker.consume({ name: 'notifier', handle, signal: stop.signal })
    t.strictSame(kept.saved, [], 'what was not handled is not checkpointed')
  })

  await t.test('after the handler that is at work, whose place is kept', async (t) => {
    const kept = checkpoints()
    const stop = new AbortController()
    const broker = inProcessBroker({ store, checkpoints: kept })
    const handle = async (): Promise<void> => stop.abort()
    await broker.consume({ name: 'notifier', handle, signal: stop.signal })
    t.strictSame(kept.saved, [await store.head()])
  })

  await t.test('while it waits for events', async (t) => {
    const stop = new AbortController()
    const waiting: Pick<EventStore, 'follow' | 'isPosition'> = {
      isPosition: store.isPosition,
      async *follow(options): AsyncGenerator<Followed> {
        for await (const item of store.follow(options)) {
          yield item
          if (item.kind === 'caught_up') setImmediate(() => stop.abort())
        }
      },
    }
    const broker = inProcessBroker({ store: waiting, checkpoints: checkpoints() })
    await broker.consume({ name: 'notifier', handle: async () => undefined, signal: stop.signal })
    t.pass('it has ended')
  })
})

t.test('a consumer that has seen more than the log holds waits until its place is moved', async (t) => {
  const { open, pool } = await logDatabase(t)
  const store = await open()
  const events = newEvents(4)
  for (const event of events) await appended(store, event)
  const kept = checkpoints()
  await consumeUntil(
    store,
    kept,
    async () => undefined,
    () => true,
  )
  await removeNewest(pool, 1)
  const later = newEvents(3)
  for (const event of later) await appended(store, event)
  const seen: RecordedEvent[] = []
  const stop = new AbortController()
  const errors: unknown[] = []
  const onError = (error: unknown): void => {
    errors.push(error)
    void store.readAll({ after: START, limit: 3 }).then((before) => {
      const last = before.at(-1)
      if (last) void kept.save('notifier', { position: last.position, seen: seenOf(last) }, '')
    })
  }
  const handle = async (batch: readonly RecordedEvent[]): Promise<void> => {
    seen.push(...batch)
    stop.abort()
  }
  await inProcessBroker({ store, checkpoints: kept, onError }).consume({
    name: 'notifier',
    handle,
    signal: stop.signal,
  })
  t.match(errors, [{ name: 'LogDiverged' }])
  t.strictSame(ids(seen), ids(later))
})

t.test(
  'events are handed out again when their consumer’s place is restored from an older copy',
  async (t) => {
    const { open, pool } = await logDatabase(t)
    await migrateBroker(pool)
    const [store, kept] = [await open(), brokerCheckpoints(pool)]
    const [first, second, third, fourth] = newEvents(4)
    const seen: string[] = []
    const stop = new AbortController()
    const handle = async (batch: readonly RecordedEvent[]): Promise<void> => void seen.push(...ids(batch))
    const options = { name: 'notifier', handle, signal: stop.signal }
    const consuming = inProcessBroker({ store, checkpoints: kept }).consume(options)
    const { position } = await appended(store, first)
    await until(async () => (await kept.load('notifier')).position === position, 'the first place')
    await pool.query('create table older as table broker.checkpoints')
    await appended(store, second)
    const { position: newest } = await appended(store, third)
    await until(async () => (await kept.load('notifier')).position === newest, 'the newest place')
    await pool.query('update broker.checkpoints c set position = o.position, seen = o.seen from older o')
    await appended(store, fourth)
    const handedOut = [second, third, fourth].flatMap((event) => event?.id ?? [])
    await until(() => String(seen.slice(-3)) === String(handedOut), 'what is no longer known to be handled')
    stop.abort()
    await consuming
  },
)
