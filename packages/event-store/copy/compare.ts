import type { EventStore, RecordedEvent } from '../port.js'
import { type Mark, nextMark } from './mark.js'

/** Two logs of which one should be the copy of the other are not alike; the message names the first event of which. */
export class LogsDiffer extends Error {
  override readonly name = 'LogsDiffer'

  constructor(
    /** the first stream that is not the same in both */
    readonly stream: string,
    message: string,
  ) {
    super(message)
  }
}

/** The copy holds an event that the log does not hold there, or at all. */
export function strangeEvent(there: RecordedEvent, expected: RecordedEvent | undefined): LogsDiffer {
  const { stream, revision, id, type } = there
  const where = `the target holds event ${revision} of ${stream} (${type}, ${id})`
  const instead = expected
    ? `where the source holds event ${expected.revision} of ${expected.stream} (${expected.type}, ${expected.id})`
    : 'after the end of the source'
  return new LogsDiffer(stream, `${where} ${instead}`)
}

/** The copy took the event of a mark and does not show it: its stream is of no category that is ours. */
export function hiddenEvent({ last }: Mark): LogsDiffer {
  const stream = last?.stream ?? ''
  return new LogsDiffer(
    stream,
    `event ${last?.revision} of ${stream} was copied, but the target does not show it`,
  )
}

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
