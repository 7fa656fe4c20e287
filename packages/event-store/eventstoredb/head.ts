import { type Position, START } from '../port.js'
import { sharedQuery } from '../shared-query.js'
import type { OwnStreams } from './own-streams.js'
import { type LogPosition, toPosition } from './position.js'
import type { ReadEverything } from './read-all.js'

const SMALLEST_PAGE = 16
const LARGEST_PAGE = 1024

/**
 * Finds the newest event of a log: looks back from the end of everything that its server holds, and never twice over
 * the same range. Callers who ask at once share one look, which begins after all of them have asked.
 */
export function headOf(readEverything: ReadEverything, own: OwnStreams): () => Promise<Position> {
  let head: Position = START
  let lookedUpTo: Position = START

  return sharedQuery(async () => {
    let from: LogPosition | undefined
    let newest: Position | undefined
    for (let count = SMALLEST_PAGE; ; count = Math.min(count * 4, LARGEST_PAGE)) {
      const { events, isEnd } = await readEverything({ direction: 'backwards', from, count })
      newest ??= events[0] && toPosition(events[0].position)
      // The server has come back with an older copy of its log: what was known of the newer one is worth nothing.
      if (newest === undefined || newest < lookedUpTo) [head, lookedUpTo] = [START, START]
      const stop = events.find(
        ({ position, streamId }) => toPosition(position) <= lookedUpTo || own.includes(streamId),
      )
      const position = stop && toPosition(stop.position)
      if (position !== undefined && position > lookedUpTo) head = position
      if (position !== undefined || isEnd) {
        lookedUpTo = newest ?? lookedUpTo
        return head
      }
      from = events.at(-1)?.position
    }
  })
}
