import type { EventStore, Followed, Position, RecordedEvent } from '@ecmr/event-store'
import type { Checkpoints } from '../checkpoints.js'
import type { Broker, SetAside } from '../port.js'
import { persistently } from './persistently.js'

const BATCH_SIZE = 256

/**
 * A broker without a server: it follows the log, and is durable because the place of each consumer is stored once its
 * handler has resolved. A crash in between hands the same events out again.
 *
 * @param options.categories which streams' events are carried, consignment notes by default
 * @param options.onSetAside told of every event that a handler can do nothing about
 * @param options.onError told of every failure of a handler or of the checkpoints; it is tried again after a pause
 * @example
 * await inProcessBroker({ store, checkpoints }).consume({ name: 'notifier', handle, signal })
 */
export function inProcessBroker(options: {
  readonly store: Pick<EventStore, 'follow' | 'isPosition'>
  readonly checkpoints: Checkpoints
  readonly categories?: readonly string[]
  readonly onSetAside?: SetAside
  readonly onError?: (error: unknown, name: string) => void
}): Broker {
  const { store, checkpoints, categories = ['ecmr'], onSetAside = () => undefined } = options
  return {
    async consume({ name, handle, signal }) {
      const insist = <Result>(action: () => Promise<Result>): Promise<Result | undefined> =>
        persistently({ action, signal, onError: (error) => options.onError?.(error, name) })
      const after = await insist(() => loadPlace(options, name))
      if (after === undefined) return
      for await (const { events, position } of batches(store.follow({ after, categories, signal }))) {
        const isHandled = events.length === 0 || (await insist(() => handle(events, onSetAside).then(isDone)))
        if (isHandled) await insist(() => checkpoints.save(name, position))
        if (signal.aborted) return
      }
    },
  }
}

/** A place in the log of another store is none in this one: to guess would leave events out, or repeat years of them. */
async function loadPlace(
  { store, checkpoints }: Pick<Parameters<typeof inProcessBroker>[0], 'store' | 'checkpoints'>,
  name: string,
): Promise<Position> {
  const place = await checkpoints.load(name)
  if (store.isPosition(place)) return place
  throw new Error(`The place of ${name} is one in the log of another store; "ecmr store migrate" moves it.`)
}

interface Batch {
  readonly events: readonly RecordedEvent[]
  /** everything up to here is in this batch, in an earlier one, or of no interest */
  readonly position: Position
}

async function* batches(items: AsyncIterable<Followed>): AsyncGenerator<Batch, void, void> {
  let events: RecordedEvent[] = []
  let given: Position | undefined
  for await (const item of items) {
    if (item.kind === 'event') events.push(item.event)
    const position = item.kind === 'event' ? item.event.position : item.position
    const isDue = item.kind === 'event' ? events.length >= BATCH_SIZE : position !== given
    if (!isDue) continue
    yield { events, position }
    events = []
    given = position
  }
}

function isDone(): true {
  return true
}
