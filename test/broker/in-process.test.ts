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

function keptCheckpoints(first: Position = START): Kept {
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

/** A log, and a consumer of it that a test stops. */
async function openLog(t: Test) {
  const { open, pool } = await logDatabase(t)
  const store = await open()
  const kept = keptCheckpoints()

  /** Consumes until the handler calls `stop`; resolves with the errors. */
  async function consume(
    handle: (events: readonly RecordedEvent[], stop: () => void, setAside: SetAside) => unknown,
    options: Partial<Parameters<typeof inProcessBroker>[0]> & { onEachError?(stop: () => void): void } = {},
  ): Promise<readonly unknown[]> {
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    const errors: unknown[] = []
    const onError = (error: unknown): void => {
      errors.push(error)
      options.onEachError?.(stop)
    }
    const handler: Handler = async (events, setAside) => void (await handle(events, stop, setAside))
    const broker = inProcessBroker({ store, checkpoints: kept, onError, ...options })
    await broker.consume({ name: 'notifier', handle: handler, signal: controller.signal })
    return errors
  }

  async function append(...events: readonly NewEvent[]): Promise<Position> {
    const result = await store.append(newStream(), 'no_stream', events)
    if (!result.ok) throw new Error('not appended')
    return result.position
  }
  return { store, pool, kept, consume, append }
}

t.test('a batch of large events holds some megabytes at most', async (t) => {
  const { consume, append } = await openLog(t)
  for (let n = 0; n < 12; n++) await append(newEvent({ data: { text: 'x'.repeat(1_000_000) } }))
  const sizes: number[] = []
  await consume((events, stop) => {
    sizes.push(events.length)
    if (sizes.reduce((sum, size) => sum + size, 0) === 12) stop()
  })
  t.ok(Math.max(...sizes) <= 5, `${sizes}`)
})

t.test('events are handed out in order, in batches of at most 256, and the place is kept', async (t) => {
  const { store, kept, consume, append } = await openLog(t)
  const events = newEvents(700)
  for (let n = 0; n < 700; n += 100) await append(...events.slice(n, n + 100))
  const batches: (readonly RecordedEvent[])[] = []
  await consume((batch, stop) => {
    t.equal(kept.saved.at(-1), batches.at(-1)?.at(-1)?.position, 'only what was handled is checkpointed')
    batches.push(batch)
    if (batches.flat().length === 700) stop()
  })
  t.strictSame(ids(batches.flat()), ids(events))
  t.ok(batches.every((batch) => batch.length <= 256))
  t.equal(kept.saved.at(-1), await store.head())

  await t.test('a consumer that is started again goes on after what was handled', async (t) => {
    const event = newEvent()
    await append(event)
    await consume((batch, stop) => {
      t.strictSame(ids(batch), [event.id])
      stop()
    })
  })
})

t.test('a batch that is rejected comes again, and nothing overtakes it', async (t) => {
  const { kept, consume, append } = await openLog(t)
  const events = newEvents(3)
  await append(...events)
  const tries: (readonly string[])[] = []
  const errors = await consume((batch, stop) => {
    tries.push(ids(batch))
    t.strictSame(kept.saved, [])
    if (tries.length < 3) throw new Error('the receiver is away')
    stop()
  })
  t.strictSame(tries, [ids(events), ids(events), ids(events)])
  t.match(errors, [{ message: 'the receiver is away' }, { message: 'the receiver is away' }])
})

t.test('what the handler sets aside is reported to the callback and never delivered again', async (t) => {
  const { store, kept, consume, append } = await openLog(t)
  const events = newEvents(3)
  await append(...events)
  const reported: { readonly id: string; readonly reason: string }[] = []
  const onSetAside: SetAside = ({ id }, reason) => void reported.push({ id, reason })
  await consume(
    ([, second], stop, setAside) => {
      if (second) setAside(second, 'written by a newer version')
      stop()
    },
    { onSetAside },
  )
  t.strictSame(reported, [{ id: events[1]?.id, reason: 'written by a newer version' }])
  t.strictSame(kept.saved, [await store.head()])
})

t.test('checkpoints that fail for a while are read and saved later', async (t) => {
  const { store, kept, consume, append } = await openLog(t)
  await append(newEvent())
  let [loads, saves, handled] = [0, 0, 0]
  let end = (): void => undefined
  const checkpoints: Checkpoints = {
    load: async (name) => {
      if (loads++ === 0) throw new Error('no database')
      return kept.load(name)
    },
    save: async (name, checkpoint, known) => {
      if (saves++ === 0) throw new Error('no database')
      await kept.save(name, checkpoint, known)
      end()
    },
  }
  const errors = await consume(
    (batch, stop) => {
      handled += batch.length
      end = stop
    },
    { checkpoints },
  )
  t.equal(errors.length, 2)
  t.equal(handled, 1, 'a checkpoint that is not saved yet is no reason to handle anything again')
  t.strictSame(kept.saved, [await store.head()])
})

t.test('events of other categories move the checkpoint; new ones come as they are appended', async (t) => {
  const { store, kept, consume, append } = await openLog(t)
  await store.append(newStream('company'), 'no_stream', newEvents(5))
  const head = await store.head()
  const events = newEvents(5)
  const seen: string[] = []
  const consuming = consume(async (batch, stop) => {
    seen.push(...ids(batch))
    const next = events[seen.length]
    if (next) await append(next)
    else stop()
  })
  await until(() => kept.saved.at(-1) === head, 'the head of the log')
  t.strictSame(seen, [])
  await append(...events.slice(0, 1))
  await consuming
  t.strictSame(seen, ids(events))
})

t.test('a consumer whose place is in the log of another store waits until it is moved', async (t) => {
  const { consume, append } = await openLog(t)
  const [skipped, next] = [newEvent(), newEvent()]
  const position = await append(skipped)
  await append(next)
  let place = '0000000000000001-0000000000000001'
  const checkpoints: Checkpoints = {
    load: async () => ({ position: place, seen: null }),
    save: async () => undefined,
  }
  const onEachError = (): void => {
    place = position
  }
  const handle = (events: readonly RecordedEvent[], stop: () => void): void => {
    t.strictSame(ids(events), [next.id])
    stop()
  }
  t.match(await consume(handle, { checkpoints, onEachError }), [
    { message: /place of notifier is one in the log of another store/ },
  ])
})

t.test('it stops on request', async (t) => {
  const { store, kept, consume, append } = await openLog(t)
  await append(newEvent())

  await t.test('in the pause before a batch comes again', async (t) => {
    await consume(() => Promise.reject(new Error('no')), { onEachError: (stop) => stop() })
    t.strictSame(kept.saved, [], 'what was not handled is not checkpointed')
  })

  await t.test('after the handler that is at work, whose place is kept', async (t) => {
    await consume((_, stop) => stop())
    t.strictSame(kept.saved, [await store.head()])
  })

  await t.test('while it waits for events', async (t) => {
    const stopping = new AbortController()
    const waiting: Pick<EventStore, 'follow' | 'isPosition'> = {
      isPosition: store.isPosition,
      async *follow(options): AsyncGenerator<Followed> {
        for await (const item of store.follow(options)) {
          yield item
          if (item.kind === 'caught_up') setImmediate(() => stopping.abort())
        }
      },
    }
    const broker = inProcessBroker({ store: waiting, checkpoints: keptCheckpoints() })
    await broker.consume({ name: 'notifier', handle: async () => undefined, signal: stopping.signal })
    t.pass('it has ended')
  })
})

t.test('a consumer that has seen more than the log holds waits until its place is moved', async (t) => {
  const { store, pool, kept, consume, append } = await openLog(t)
  for (const event of newEvents(4)) await append(event)
  await consume((_, stop) => stop())
  await removeNewest(pool, 1)
  const later = newEvents(3)
  for (const event of later) await append(event)
  const onEachError = (): void => {
    void store.readAll({ after: START, limit: 3 }).then((before) => {
      const last = before.at(-1)
      if (last) void kept.save('notifier', { position: last.position, seen: seenOf(last) }, '')
    })
  }
  const handle = (batch: readonly RecordedEvent[], stop: () => void): void => {
    t.strictSame(ids(batch), ids(later))
    stop()
  }
  t.match(await consume(handle, { onEachError }), [{ name: 'LogDiverged' }])
})

t.test('events are handed out again when their place is restored from an older copy', async (t) => {
  const { pool, consume, append } = await openLog(t)
  await migrateBroker(pool)
  const checkpoints = brokerCheckpoints(pool)
  const reaches = (position: Position) =>
    until(async () => (await checkpoints.load('notifier')).position === position, 'the place')
  const [first, second, third, fourth] = [newEvent(), newEvent(), newEvent(), newEvent()]
  const again = ids([second, third, fourth])
  const seen: string[] = []
  const consuming = consume(
    (batch, stop) => {
      seen.push(...ids(batch))
      if (String(seen.slice(-3)) === String(again)) stop()
    },
    { checkpoints },
  )
  await reaches(await append(first))
  await pool.query('create table older as table broker.checkpoints')
  await append(second)
  await reaches(await append(third))
  await pool.query('update broker.checkpoints c set position = o.position, seen = o.seen from older o')
  await append(fourth)
  await consuming
  t.strictSame(seen.slice(-3), again, 'what is no longer known to be handled')
})
