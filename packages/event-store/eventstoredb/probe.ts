import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import type { EventStore } from '../port.js'
import type { Connection } from './connection.js'
import { answered } from './no-answer.js'

const STREAM = 'write_probe'
const TIMEOUT_MS = 1_500

/** Always the same event: the server that leads judges it as it judges appends, and finds that it has it already. */
const EVENT = jsonEvent({ id: '5f4f8f0a-3c0e-4b52-9d6c-2f6a1a8f7c11', type: 'WriteProbe', data: {} })

/**
 * Appends one event once, and then only repeats that: the log does not grow. A server that takes no appends refuses the
 * repeat or does not answer it; that its disk is full is seen by the next append only.
 */
export function writeProbe({
  timeoutMs,
  failures,
  onLeader,
}: Connection): NonNullable<EventStore['probeWrites']> {
  const deadline = Math.min(timeoutMs, TIMEOUT_MS)
  const options = { expectedRevision: 'no_stream', requiresLeader: true, deadline } as const
  return async () => {
    try {
      await onLeader((client) => answered(deadline, client.appendToStream(STREAM, EVENT, options)))
    } catch (error) {
      // It was judged, which is all that is asked.
      if (!(error instanceof WrongExpectedVersionError)) throw failures.unavailable(error)
    }
  }
}
