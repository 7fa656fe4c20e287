import { type EventStore, type Position, seenOf } from '@ecmr/event-store'
import type { RunnerState } from '../runner/checkpoint.js'
import { type Target, writeBatch } from '../runner/write-batch.js'
import { categoryOf, logPages } from './log-pages.js'

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
