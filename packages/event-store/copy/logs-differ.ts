import type { RecordedEvent } from '../port.js'
import type { Mark } from './mark.js'

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
