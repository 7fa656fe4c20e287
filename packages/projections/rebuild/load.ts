import {
  type Checkpoint,
  checkpointAt,
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
  seenOf,
} from '@ecmr/event-store'
import type { RunnerState } from '../runner/checkpoint.js'
import { type Target, writeBatch } from '../runner/write-batch.js'
import type { ProgressReporter } from './progress.js'
import { Window } from './window.js'

/** Events read together, at most. */
const PAGE_EVENTS = 4_000

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

interface LoadOptions {
  readonly targets: readonly Target<unknown>[]
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>
  /** shares of the streams that are worked on at the same time */
  readonly parallel: number
  readonly upTo: Position
  readonly progress: ProgressReporter
  readonly signal?: AbortSignal
}

/**
 * Fills tables aside from the beginning of the log.
 *
 * Each stream belongs to one share, by a hash of its note's number (two notes of one number come together that way), and
 * each share takes its events in order, page by page.
 *
 * @returns how many streams were parked, and how far the log was read
 */
export async function load(options: LoadOptions): Promise<{ parked: number; reached: Checkpoint }> {
  const { targets, store, parallel, upTo, progress } = options
  let last: RecordedEvent | undefined
  const shares = Array.from({ length: parallel }, () => targets.map((target) => new Window(target, store)))
  for await (const page of logPages(store, { ...options, after: START })) {
    last = page.at(-1) ?? last
    const position = last?.position ?? upTo
    const parts = partition(page, parallel)
    await Promise.all(
      shares.map(async (windows, place) => {
        for (const [i, window] of windows.entries()) {
          const categories = targets[i]?.projection.categories ?? []
          const events = (parts[place] ?? []).filter(({ stream }) => categories.includes(categoryOf(stream)))
          await window.take(events, position)
        }
      }),
    )
    progress.add(page.length)
  }
  await Promise.all(shares.map((windows) => flushAll(windows, upTo)))
  const parked = shares.flat().reduce((sum, window) => sum + window.parked, 0)
  return { parked, reached: last ? checkpointAt(seenOf(last)) : { position: upTo, seen: null } }
}

async function flushAll(windows: readonly Window<unknown>[], upTo: Position): Promise<void> {
  for (const window of windows) await window.flush(upTo)
}

function partition(events: readonly RecordedEvent[], parts: number): readonly (readonly RecordedEvent[])[] {
  const shares: RecordedEvent[][] = Array.from({ length: parts }, () => [])
  for (const event of events) shares[hashOf(event.metadata.ecmr_number ?? event.stream) % parts]?.push(event)
  return shares
}

// FNV-1a: all that matters is that streams spread evenly.
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
