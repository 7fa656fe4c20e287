import { upcastEvent } from '@ecmr/domain'
import type { Checkpoint, EventStore, Followed, Position, RecordedEvent, SeenEvent } from '@ecmr/event-store'
import { retryUntilAborted, sleep } from '@ecmr/runtime'
import { type Broker, CheckpointMovedBack, type Checkpoints, type SetAside } from '../port.js'

const BATCH_SIZE = 256
/** A batch of so many bytes is complete. */
const BATCH_BYTES = 4 * 1024 * 1024
const RETRY_MS = 1_000
/** How often the checkpoint is read while nothing is saved, in case it was moved back. */
const LOOK_EVERY_MS = 5_000

interface InProcessOptions {
  readonly store: Pick<EventStore, 'follow' | 'isPosition'>
  readonly checkpoints: Checkpoints
  readonly categories?: readonly string[]
  readonly onSetAside?: SetAside
  readonly onError?: (error: unknown, name: string) => void
}

/**
 * A broker without a server: it follows the log, and saves the checkpoint of a consumer once its handler has resolved.
 * After a crash in between the same events are handed out again. A log that does not hold the event at the checkpoint is
 * not followed; it is checked again every second. A checkpoint that is moved back takes effect within seconds.
 *
 * @param options.categories which streams' events are carried, consignment notes by default
 * @param options.onSetAside called with every event that a handler sets aside
 * @param options.onError called with every failure of a handler, of the checkpoints or of the log (such as LogDiverged);
 *   each is retried after a pause
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
          await sleep(RETRY_MS, signal)
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
  const retry = <Result>(action: () => Promise<Result>): Promise<Result | undefined> =>
    retryUntilAborted(action, { signal, onError: (error) => options.onError?.(error, name) })
  const start = await retry(() => loadCheckpoint(options, name))
  if (start === undefined) return
  let known = start.position
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const watching = untilMovedBack({ checkpoints, name, known: () => known, signal: either }).finally(() =>
    ended.abort(),
  )
  const following = { after: start.position, seen: start.seen, categories, signal: either }
  try {
    for await (const { events, seen } of batches(store.follow(following))) {
      const isHandled =
        events.length === 0 || (await retry(() => handle(events.map(upcastEvent), onSetAside).then(isDone)))
      if (isHandled && !(await retry(() => save(checkpoints, name, seen, known)))) return
      known = seen.position
      if (signal.aborted) return
    }
  } finally {
    ended.abort()
    await watching
  }
}

/** False when the checkpoint was moved back since. */
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

/** Resolves when the checkpoint is before the known one, or the signal aborts. */
async function untilMovedBack(options: {
  readonly checkpoints: Checkpoints
  readonly name: string
  readonly known: () => Position
  readonly signal: AbortSignal
}): Promise<void> {
  const { checkpoints, name, known, signal } = options
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, signal)
    if (signal.aborted) return
    const before = known()
    const found = await checkpoints.load(name).catch(() => undefined)
    if (found && found.position < before) return
  }
}

/** A position of another store means nothing here: to guess would skip events or repeat years of them. */
async function loadCheckpoint(
  { store, checkpoints }: Pick<InProcessOptions, 'store' | 'checkpoints'>,
  name: string,
): Promise<Checkpoint> {
  const found = await checkpoints.load(name)
  if (store.isPosition(found.position)) return found
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
