import { type AppendResult as Answer, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import { type EventStore, type ExpectedRevision, OutcomeUnknown } from '../port.js'
import { type EncodedEvent, encodeEvents } from '../storable.js'
import { answered } from './collect.js'
import type { Connection } from './connection.js'
import type { PatchedClient } from './patched-client.js'
import { isKnown, type LogPosition, toPosition } from './position.js'

const utf8 = new TextEncoder()

/**
 * Appends events. A repeat is recognised by the server, which answers it as it answered the first try; so whether it
 * was one is left open.
 *
 * @param positionOf reads where an event stands
 */
export function appender(
  { timeoutMs, failures, onLeader }: Connection,
  positionOf: (stream: string, revision: number) => Promise<LogPosition>,
): EventStore['append'] {
  async function send(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<Answer> {
    const messages = events.map(toMessage)
    const expectedRevision = expected === 'no_stream' ? expected : BigInt(expected)
    const options = { expectedRevision, requiresLeader: true, deadline: timeoutMs }
    let used: PatchedClient | undefined
    try {
      return await onLeader((client) => {
        used = client
        return answered(timeoutMs, client.appendToStream(stream, messages, options))
      })
    } catch (error) {
      throw error instanceof WrongExpectedVersionError
        ? error
        : failures.ofAppend(error, used?.batches ?? false)
    }
  }

  return async (stream, expected, events) => {
    const encoded = encodeEvents(stream, events)
    try {
      const { nextExpectedRevision, position } = await send(stream, expected, encoded)
      const revision = Number(nextExpectedRevision)
      const known = isKnown(position) ? position : await positionOf(stream, revision).catch(unknown)
      return { ok: true, revision, position: toPosition(known), repeated: true }
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error
      const { actualVersion } = error
      const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : null
      return { ok: false, reason: 'wrong_expected_version', actual }
    }
  }
}

/** The append has been recorded, so a repeat will find it. */
function unknown(error: unknown): never {
  throw new OutcomeUnknown('it is unknown where an append was recorded', { cause: error })
}

/**
 * The texts that were checked are the ones that are sent: the metadata as it is, the data by the client making the very
 * same text again. It takes ready bytes as data only for events that are marked as no JSON.
 */
function toMessage({ event, metadata }: EncodedEvent): ReturnType<typeof jsonEvent> {
  const { id, type, data } = event
  return jsonEvent({ id, type, data: { ...data }, metadata: utf8.encode(metadata) })
}

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
