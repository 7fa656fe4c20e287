import type { ResolvedEvent } from '@eventstore/db-client'
import { type EventStore, type RecordedEvent, StoreUnavailable } from '../port.js'
import { collect } from './collect.js'
import type { Connection } from './connection.js'
import { kindOf } from './failures.js'
import { isKnown, type LogPosition } from './position.js'
import { PAGE_BYTES, sizeOfResolved, toRecorded } from './recorded.js'

/** Reads single streams. */
export interface StreamReader extends Pick<EventStore, 'readStream' | 'readStreamEnd'> {
  /** Where an event stands in the whole log. */
  positionOf(stream: string, revision: number): Promise<LogPosition>
}

export function streamReader({ timeoutMs, failures, readOnLeader }: Connection): StreamReader {
  async function read(
    stream: string,
    from: number | 'end',
    maxCount: number,
    direction: 'forwards' | 'backwards' = 'forwards',
    bytes = Number.POSITIVE_INFINITY,
  ): Promise<readonly ResolvedEvent[]> {
    try {
      return await readOnLeader(async (client) => {
        const fromRevision = from === 'end' ? from : BigInt(from)
        const options = { fromRevision, maxCount, direction, requiresLeader: true }
        const limits = { timeoutMs, closed: client.closed, bytes, sizeOf: sizeOfResolved }
        const { items } = await collect(client.readStream(stream, options), limits)
        return items
      })
    } catch (error) {
      if (kindOf(error) === 'stream-not-found') return []
      throw failures.unavailable(error)
    }
  }

  const recorded = ({ event }: ResolvedEvent): readonly RecordedEvent[] =>
    event ? [toRecorded(event, knownPosition(event.position))] : []

  return {
    async readStream(stream, { from = 0 } = {}) {
      const events = await read(stream, from, Number.MAX_SAFE_INTEGER)
      return events.flatMap(recorded)
    },
    async readStreamEnd(stream, { before, limit }) {
      if (before !== undefined && before <= 0) return []
      const from = before === undefined ? 'end' : before - 1
      const events = await read(stream, from, limit, 'backwards', PAGE_BYTES)
      return events.flatMap(recorded).reverse()
    },
    async positionOf(stream, revision) {
      const [found] = await read(stream, revision, 1)
      return knownPosition(found?.event?.position)
    },
  }
}

function knownPosition(position: LogPosition | undefined): LogPosition {
  if (isKnown(position)) return position
  throw new StoreUnavailable('this EventStoreDB does not tell the positions of events; 22.10 and later do')
}
