import { appendWithRetry } from '../append-with-retry.js'
import type { EventStore, RecordedEvent } from '../port.js'
import { encodeEvents, MAX_APPEND_BYTES, sizeOf } from '../storable.js'
import { LogsDiffer } from './compare.js'
import { type Mark, nextMark } from './mark.js'

/** Events of one stream that follow each other in the log as well. */
type Run = readonly [RecordedEvent, ...RecordedEvent[]]

/**
 * Appends events to a copy in the order of the log, one append at a time: no store promises to keep the order of
 * appends to different streams that are under way at once.
 *
 * @returns the mark after each append
 * @throws LogsDiffer when a stream of the copy is not as long as it should be; errors as `append` throws them
 */
export async function* appendPage(
  target: Pick<EventStore, 'append'>,
  from: Mark,
  page: readonly RecordedEvent[],
): AsyncGenerator<Mark, void, void> {
  let mark = from
  for (const run of runsOf(page)) {
    mark = await appendRun(target, mark, run)
    yield mark
  }
}

async function appendRun(target: Pick<EventStore, 'append'>, mark: Mark, run: Run): Promise<Mark> {
  const [{ stream, revision }] = run
  const result = await appendWithRetry(target, stream, revision === 0 ? 'no_stream' : revision - 1, run)
  if (result.ok) return nextMark(mark, run.at(-1) ?? run[0], result.position, run.length)
  const { actual } = result
  const end = actual === null ? 'holds no event of it' : `holds it up to event ${actual}`
  throw new LogsDiffer(
    stream,
    `event ${revision} of ${stream} comes next in the source, but the target ${end}`,
  )
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
