import { appendInOrderWithRetry } from '../append-with-retry.js'
import type { AppendResult, EventStore, RecordedEvent } from '../port.js'
import { encodeEvents, MAX_APPEND_BYTES, sizeOf } from '../storable.js'
import { LogsDiffer } from './compare.js'
import { type Mark, nextMark } from './mark.js'

/** Events of one stream that follow each other in the log as well. */
type Run = readonly [RecordedEvent, ...RecordedEvent[]]

/**
 * Appends events to a copy in the order of the log: several at once where the store keeps their order, else one at a
 * time.
 *
 * @returns the mark after each append
 * @throws LogsDiffer when a stream of the copy is not as long as it should be, or an append does not stand after the one
 *   before it; errors as `append` throws them; the signal's reason when it has aborted and an append has no result
 */
export async function* appendPage(
  target: Pick<EventStore, 'append' | 'appendInOrder'>,
  from: Mark,
  page: readonly RecordedEvent[],
  signal?: AbortSignal,
): AsyncGenerator<Mark, void, void> {
  let mark = from
  const runs = [...runsOf(page)]
  const appends = runs.map((run) => {
    const [{ stream, revision }] = run
    return { stream, expected: revision === 0 ? 'no_stream' : revision - 1, events: run } as const
  })
  for await (const result of appendInOrderWithRetry(target, appends, signal)) {
    const [run] = runs.splice(0, 1)
    if (!run) return
    mark = markAfter(mark, run, result)
    yield mark
  }
}

function markAfter(before: Mark, run: Run, result: AppendResult): Mark {
  const [{ stream, revision }] = run
  if (!result.ok) {
    const { actual } = result
    const end = actual === null ? 'holds no event of it' : `holds it up to event ${actual}`
    throw new LogsDiffer(
      stream,
      `event ${revision} of ${stream} comes next in the source, but the target ${end}`,
    )
  }
  if (result.position <= before.target)
    throw new LogsDiffer(
      stream,
      `the target holds event ${revision} of ${stream} before what precedes it in the source; it has to be copied anew, into an empty target`,
    )
  return nextMark(before, run.at(-1) ?? run[0], result.position, run.length)
}

/**
 * Checks that a copy could take events, without appending them.
 *
 * @throws EventNotStorable naming the first that it could not
 */
export function checkStorable(page: readonly RecordedEvent[]): void {
  for (const run of runsOf(page)) encodeEvents(run[0].stream, run)
}

function* runsOf(page: readonly RecordedEvent[]): Generator<Run> {
  let run: [RecordedEvent, ...RecordedEvent[]] | undefined
  let bytes = 0
  for (const event of page) {
    const size = sizeOf(event)
    const last = run?.at(-1)
    const continues = last?.stream === event.stream && last.revision + 1 === event.revision
    if (run && continues && bytes + size <= MAX_APPEND_BYTES) run.push(event)
    else {
      if (run) yield run
      run = [event]
      bytes = 0
    }
    bytes += size
  }
  if (run) yield run
}
