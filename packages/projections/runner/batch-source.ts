import type { Checkpoint, EventStore } from '@ecmr/event-store'
import { type Batch, inBatches, since } from './batches.js'
import { Tail } from './tail.js'

type Log = Pick<EventStore, 'follow' | 'open'>

/** Where a runner gets its batches from, until the signal aborts. */
export type BatchSource = (options: Parameters<EventStore['follow']>[0]) => AsyncIterable<Batch>

/** Batches of the log, read for one projection. */
export const ownBatches =
  (log: Log): BatchSource =>
  (options) =>
    batchesOf(log, options)

async function* batchesOf(log: Log, options: Parameters<EventStore['follow']>[0]): AsyncGenerator<Batch> {
  for await (const batch of inBatches(log.follow(options)))
    yield log.open ? { ...batch, events: await log.open(batch.events) } : batch
}

/**
 * Batches of the log, read once for all projections of a process: fetching and parsing events costs about as much as
 * what one projection makes of them.
 *
 * Runners that follow the same categories and have come to the same position share what is read from there on. One that is
 * behind, or that the others would have to wait for, reads for itself until it has come up to them.
 */
export function sharedBatches(log: Log, categories: readonly string[]): BatchSource {
  const tail = new Tail(({ position, seen }, signal) =>
    batchesOf(log, { after: position, seen, categories, signal }),
  )
  const isShared = (wanted: readonly string[]): boolean => wanted.join() === categories.join()
  return (options) => (isShared(options.categories) ? share(log, tail, options) : ownBatches(log)(options))
}

async function* share(
  log: Log,
  tail: Tail,
  options: Parameters<EventStore['follow']>[0],
): AsyncGenerator<Batch> {
  let place: Checkpoint = { position: options.after, seen: options.seen ?? null }
  while (!options.signal.aborted) {
    const ending = new AbortController()
    const signal = AbortSignal.any([options.signal, ending.signal])
    try {
      for await (const batch of from(log, tail, place, { ...options, signal })) {
        // Having joined, one may be given what one has read already.
        const rest = since(batch, place.position)
        place = { position: rest.position, seen: rest.seen ?? place.seen }
        yield rest
      }
    } finally {
      ending.abort()
    }
  }
}

async function* from(
  log: Log,
  tail: Tail,
  place: Checkpoint,
  options: Parameters<EventStore['follow']>[0],
): AsyncGenerator<Batch> {
  const reader = tail.join(place)
  if (!reader) {
    for await (const batch of batchesOf(log, { ...options, after: place.position, seen: place.seen })) {
      yield batch
      if (tail.isOpenAt(batch.position)) return
    }
    return
  }
  const leave = (): void => tail.leave(reader)
  options.signal.addEventListener('abort', leave, { once: true })
  if (options.signal.aborted) leave()
  try {
    for (let batch = await reader.next(); batch; batch = await reader.next()) yield batch
  } finally {
    leave()
  }
}
