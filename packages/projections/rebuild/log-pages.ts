import { type EventStore, type Position, type RecordedEvent, seenOf } from '@ecmr/event-store'
import type { RunnerState } from '../runner/checkpoint.js'
import { type Target, writeBatch } from '../runner/write-batch.js'

/** Events read together, at most. */
export const PAGE_EVENTS = 4_000

/**
 * Reads the log in pages up to a position. The next page is on its way while the last one is worked on.
 *
 * @throws the signal's reason when it aborts
 */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  range: { readonly after: Position; readonly upTo: Position; readonly signal?: AbortSignal },
): AsyncGenerator<readonly RecordedEvent[]> {
  const { upTo, signal } = range
  const read = (after: Position): Promise<readonly RecordedEvent[]> => {
    const page = after < upTo ? store.readAll({ after, limit: PAGE_EVENTS }) : Promise.resolve([])
    page.catch(() => undefined)
    return page
  }
  let next = read(range.after)
  for (let page = await next; page.length > 0; page = await next) {
    signal?.throwIfAborted()
    const last = page.at(-1)?.position ?? upTo
    next = read(last)
    yield last > upTo ? page.filter(({ position }) => position <= upTo) : page
  }
}

/** The category of a stream: its name before the first dash. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))

/** Brings indexed tables aside up to a position, as the runner would. */
export async function catchUp(
  target: Target<unknown>,
  from: RunnerState,
  options: {
    readonly store: Pick<EventStore, 'readAll'>
    readonly upTo: Position
    readonly signal?: AbortSignal
  },
): Promise<RunnerState> {
  let state = from
  for await (const page of logPages(options.store, { ...options, after: state.position })) {
    const last = page.at(-1)
    if (!last) continue
    const { categories } = target.projection
    const events = page.filter(({ stream }) => categories.includes(categoryOf(stream)))
    state = (await writeBatch(target, state, { events, position: last.position, seen: seenOf(last) })).state
  }
  return state
}
