import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import { type AppendResult, type EventStore, type ExpectedRevision, OutcomeUnknown } from '../port.js'
import { type EncodedEvent, encodeEvents } from '../storable.js'
import type { AppendCall, Appended } from './append-call.js'
import { answered } from './collect.js'
import type { Connection } from './connection.js'
import type { PatchedClient } from './patched-client.js'
import { isKnown, type LogPosition, toPosition } from './position.js'
import type { BatchAppend } from './wire/batch-append.js'

/**
 * Appends events. A repeat is recognised by the server, which answers it as it answered the first try.
 *
 * @param log.positionOf reads where an event stands
 * @param log.offer gets what is about to be appended
 */
export function appender(
  { timeoutMs, failures, onLeader }: Connection,
  log: {
    readonly positionOf: (stream: string, revision: number) => Promise<LogPosition>
    readonly offer: (events: readonly EncodedEvent[]) => void
  },
): EventStore['append'] {
  async function send(append: BatchAppend): Promise<Appended> {
    let isShared = false
    let mayBeRecorded = false
    const over = async (call: AppendCall): Promise<Appended> => {
      try {
        return await call.append({ ...append, deadline: Date.now() + timeoutMs }, timeoutMs)
      } catch (error) {
        // The next leader, if there is one, finds it or records it.
        mayBeRecorded ||= call.mayHaveRecorded(error)
        throw error
      }
    }
    try {
      return await onLeader(async (client) => {
        const call = await client.batchAppend(true)
        isShared = call !== undefined
        return call ? over(call) : appendAlone(client, append, timeoutMs)
      })
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) throw error
      throw mayBeRecorded ? failures.unknown(error) : failures.ofAppend(error, isShared)
    }
  }

  return async (stream, expected, events) => {
    const encoded = encodeEvents(stream, events)
    log.offer(encoded)
    const append = toBatchAppend(stream, expected, encoded)
    try {
      const { revision, position } = await send(append)
      const known = isKnown(position) ? position : await log.positionOf(stream, revision).catch(unknown)
      return { ok: true, revision, position: toPosition(known) }
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return refusedAppend(error)
      throw error
    }
  }
}

/** An append in the form that goes over the wire. */
export function toBatchAppend(
  stream: string,
  expected: ExpectedRevision,
  encoded: readonly EncodedEvent[],
): BatchAppend {
  const events = encoded.map(({ event: { id, type }, data, metadata }) => ({ id, type, data, metadata }))
  return { stream, expected, events, deadline: undefined }
}

/** What an append is answered that met another end of its stream than it expected. */
export function refusedAppend({ actualVersion }: WrongExpectedVersionError): AppendResult {
  const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : null
  return { ok: false, reason: 'wrong_expected_version', actual }
}

/** Appends by a call of its own, on servers that have no other. */
async function appendAlone(
  client: PatchedClient,
  { stream, expected, events }: BatchAppend,
  timeoutMs: number,
): Promise<Appended> {
  const expectedRevision = expected === 'no_stream' ? expected : BigInt(expected)
  // The client makes the very same text of the data again.
  const messages = events.map(({ data, metadata, ...event }) =>
    jsonEvent({ ...event, data: JSON.parse(data), metadata: utf8.encode(metadata) }),
  )
  const options = { expectedRevision, requiresLeader: true, deadline: timeoutMs }
  const answer = await answered(timeoutMs, client.appendToStream(stream, messages, options))
  return { revision: Number(answer.nextExpectedRevision), position: answer.position }
}

const utf8 = new TextEncoder()

/** The append has been recorded, so a repeat will find it. */
function unknown(error: unknown): never {
  throw new OutcomeUnknown('it is unknown where an append was recorded', { cause: error })
}

const TIMEOUT_MS = 1_500

/** Always the same event: the server that leads judges it as it judges appends, and finds that it has it already. */
const PROBE: BatchAppend = {
  stream: 'write_probe',
  expected: 'no_stream',
  events: [{ id: '5f4f8f0a-3c0e-4b52-9d6c-2f6a1a8f7c11', type: 'WriteProbe', data: '{}', metadata: '' }],
  deadline: undefined,
}

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
  return async () => {
    try {
      await onLeader(async (client) => {
        const call = await client.batchAppend(true)
        return call ? call.append(PROBE, deadline) : appendAlone(client, PROBE, deadline)
      })
    } catch (error) {
      // It was judged, which is all that is asked.
      if (!(error instanceof WrongExpectedVersionError)) throw failures.unavailable(error)
    }
  }
}
