import type { EventStore, RecordedEvent } from '../port.js'
import { strangeEvent } from './logs-differ.js'
import { type Mark, nextMark } from './mark.js'

const PAGE_SIZE = 1_000

/**
 * Holds the next events of a copy against the log, one by one in order. Two events are the same when they stand at the
 * same place of the same stream with the same id, type and hash.
 *
 * @returns the mark at the last of them
 * @throws LogsDiffer naming the first event of the copy that is another one in the log
 */
export async function comparePage(
  source: Pick<EventStore, 'readAll'>,
  mark: Mark,
  page: readonly RecordedEvent[],
): Promise<Mark> {
  let at = mark
  for (let place = 0; place < page.length; ) {
    const rest = page.slice(place)
    const originals = await source.readAll({ after: at.source, limit: rest.length })
    for (const [index, event] of rest.slice(0, Math.max(1, originals.length)).entries()) {
      const original = originals[index]
      if (!original || !isSame(original, event)) throw strangeEvent(event, original)
      at = nextMark(at, original, event.position)
      place++
    }
  }
  return at
}

/**
 * Goes through a copy from a mark to its end, to find how much of the log it holds already.
 *
 * @param options.onProgress called with the mark after every page
 * @throws LogsDiffer as `comparePage`; the signal's reason when it aborts
 */
export async function findEnd(options: {
  readonly source: Pick<EventStore, 'readAll'>
  readonly target: Pick<EventStore, 'readAll'>
  readonly from: Mark
  readonly signal?: AbortSignal
  readonly onProgress?: (mark: Mark) => void
}): Promise<Mark> {
  const { source, target, signal, onProgress } = options
  let mark = options.from
  for (;;) {
    signal?.throwIfAborted()
    const page = await target.readAll({ after: mark.target, limit: PAGE_SIZE })
    if (page.length === 0) return mark
    mark = await comparePage(source, mark, page)
    onProgress?.(mark)
  }
}

function isSame(a: RecordedEvent, b: RecordedEvent): boolean {
  return (
    a.id === b.id &&
    a.stream === b.stream &&
    a.revision === b.revision &&
    a.type === b.type &&
    a.metadata.hash === b.metadata.hash
  )
}
