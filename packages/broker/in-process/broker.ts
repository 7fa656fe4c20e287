import { setTimeout as delay } from 'node:timers/promises'
import { upcastEvent } from '@ecmr/domain'
import type { Checkpoint, EventStore, Followed, Position, RecordedEvent, SeenEvent } from '@ecmr/event-store'
import { CheckpointMovedBack, type Checkpoints } from '../checkpoints.js'
import type { Broker, SetAside } from '../port.js'
import { retryUntilAborted } from './retry-until-aborted.js'

const BATCH_SIZE = 256
/** A batch is not added to once it takes so many bytes. */
const BATCH_BYTES = 4 * 1024 * 1024
const FIRST_PAUSE_MS = 1_000
/** How often it is looked whether the place was moved back, while nothing is saved. */
const LOOK_EVERY_MS = 5_000

interface InProcessOptions {
  readonly store: Pick<EventStore, 'follow' | 'isPosition'>
  readonly checkpoints: Checkpoints
  readonly categories?: readonly string[]
  readonly onSetAside?: SetAside
  readonly onError?: (error: unknown, name: string) => void
}

/**
 * A broker without a server: it follows the log, and is durable because the place of each consumer is stored once its
 * handler has resolved. A crash in between hands the same events out again. A log that does not hold the event at the
 * place is not followed; it is looked at again every second. A place that is moved back meanwhile counts within seconds.
 *
 * @param options.categories which streams' events are carried, consignment notes by default
 * @param options.onSetAside told of every event that a handler can do nothing about
 * @param options.onError told of every failure of a handler, of the checkpoints, or to follow the log (LogDiverged among
 *   them); it is tried again after a pause
 * @example
 * await inProcessBroker({ store, checkpoints }).consume({ name: 'notifier', handle, signal })
 */
export function inProcessBroker(options: InProcessOptions): Broker {
  return {
    async consume(consumer) {
      const { name, signal } = consumer
      while (!signal.aborted) {
        try {
          await follow(options, consumer)
        } catch (error) {
          options.onError?.(error, name)
          await delay(FIRST_PAUSE_MS, undefined, { signal }).catch(() => undefined)
        }
      }
    },
  }
}

async function follow(
  options: InProcessOptions,
  { name, handle, signal }: Parameters<Broker['consume']>[0],
): Promise<void> {
  const { store, checkpoints, categories = ['ecmr'], onSetAside = () => undefined } = options
  const insist = <Result>(action: () => Promise<Result>): Promise<Result | undefined> =>
    retryUntilAborted({ action, signal, onError: (error) => options.onError?.(error, name) })
  const place = await insist(() => loadCheckpoint(options, name))
  if (place === undefined) return
  let known = place.position
  const ending = new AbortController()
  const end = (): void => ending.abort()
  signal.addEventListener('abort', end, { once: true })
  const watching = untilMovedBack({ checkpoints, name, known: () => known, signal: ending.signal }).finally(
    end,
  )
  const following = { after: place.position, seen: place.seen, categories, signal: ending.signal }
  try {
    for await (const { events, seen } of batches(store.follow(following))) {
      const isHandled =
        events.length === 0 || (await insist(() => handle(events.map(upcastEvent), onSetAside).then(isDone)))
      if (isHandled && !(await insist(() => save(checkpoints, name, seen, known)))) return
      known = seen.position
      if (signal.aborted) return
    }
  } finally {
    signal.removeEventListener('abort', end)
    end()
    await watching
  }
}

/** False when the place was moved back since. */
async function save(
  checkpoints: Checkpoints,
  name: string,
  seen: SeenEvent,
  known: Position,
): Promise<boolean> {
  try {
    await checkpoints.save(name, { position: seen.position, seen }, known)
    return true
  } catch (error) {
    if (error instanceof CheckpointMovedBack) return false
    throw error
  }
}

/** Resolves when a place stands before where it is known to stand, or the signal aborts. */
async function untilMovedBack(options: {
  readonly checkpoints: Checkpoints
  readonly name: string
  readonly known: () => Position
  readonly signal: AbortSignal
}): Promise<void> {
  const { checkpoints, name, known, signal } = options
  while (!signal.aborted) {
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const before = known()
    const place = await checkpoints.load(name).catch(() => undefined)
    if (place && place.position < before) return
  }
}

/** A place in the log of another store is none in this one: to guess would leave events out, or repeat years of them. */
async function loadCheckpoint(
  { store, checkpoints }: Pick<InProcessOptions, 'store' | 'checkpoints'>,
  name: string,
): Promise<Checkpoint> {
  const place = await checkpoints.load(name)
  if (store.isPosition(place.position)) return place
  throw new Error(`The place of ${name} is one in the log of another store; "ecmr store migrate" moves it.`)
}

interface Batch {
  readonly events: readonly RecordedEvent[]
  /** everything up to this event is in this batch, in an earlier one, or of no interest */
  readonly seen: SeenEvent
}

async function* batches(items: AsyncIterable<Followed>): AsyncGenerator<Batch, void, void> {
  let events: RecordedEvent[] = []
  let seen: SeenEvent | undefined
  let bytes = 0
  for await (const item of items) {
    if (item.kind === 'event') {
      const { stream, revision, position, id, metadata } = item.event
      events.push(item.event)
      bytes += item.bytes
      seen = { stream, revision, position, id, hash: metadata.hash }
    } else if (item.kind === 'checkpoint') seen = item.seen ?? seen
    const isDue = item.kind !== 'event' || events.length >= BATCH_SIZE || bytes >= BATCH_BYTES
    if (!isDue || seen === undefined) continue
    yield { events, seen }
    events = []
    bytes = 0
    seen = undefined
  }
}

function isDone(): true {
  return true
}
