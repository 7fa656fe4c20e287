import type { RecordedEvent } from '@ecmr/event-store'
import { type Broker, type BrokerLog, BrokerUnavailable, type Publisher } from '../port.js'
import { type Connection, keepConnected } from './connection.js'
import { consumeEvents } from './consume.js'
import { TRACEPARENT, writeMessage } from './message.js'
import { brokerProblems, isGone, sentenceFor } from './problems.js'
import { parseServer } from './server.js'
import { EVENTS, eventSubject } from './subject.js'
import { ensureStreams } from './topology.js'

export { lookAtNats, type NatsLook } from './look-at-nats.js'

/** From this many servers on, they are taken for a cluster that can keep three copies of every message. */
const CLUSTER = 3

/** NATS JetStream as the broker. */
export interface NatsBroker extends Broker, Publisher {
  /** @throws BrokerUnavailable with a sentence about what is wrong */
  check(): Promise<void>
  /** Closes the connection. Stop consumers first. */
  close(): Promise<void>
}

/**
 * Opens NATS JetStream. It never throws: while no server can be used, operations reject with `BrokerUnavailable`, and
 * it keeps retrying. Missing streams are created: see `infra/decisions/0014-nats.md`.
 *
 * @param options.servers URLs such as `nats://user:password@host:4222`; of several, the first that can be used
 * @param options.name of the connection, as the server shows it
 * @param options.onProblem called once for each change with what is wrong; undefined: nothing
 * @param options.onError called with why a handler fails, once for each reason; it is retried after a delay
 * @param options.log logs what was set aside, and what was missing and was created
 */
export function openNatsBroker(options: {
  readonly servers: readonly string[]
  readonly name: string
  readonly onProblem?: (sentence: string | undefined) => void
  readonly onError?: (error: unknown, name: string) => void
  readonly log?: BrokerLog
}): NatsBroker {
  const servers = options.servers.map(parseServer)
  const { log, onProblem = () => undefined, onError = () => undefined } = options
  const problems = brokerProblems(onProblem)
  const replicas = servers.length >= CLUSTER ? CLUSTER : 1
  const prepare = (session: Parameters<typeof ensureStreams>[0]): Promise<void> =>
    ensureStreams(session, replicas, log)
  const connection = keepConnected({ servers, name: options.name, prepare, problems })
  return {
    publish: (event, traceparent) => publishEvent(connection, event, traceparent),
    consume: ({ name, handle, signal }) =>
      consumeEvents({
        connection,
        problems,
        name,
        handle,
        signal,
        log,
        onError: (error) => onError(error, name),
      }),
    async check() {
      const session = connection.current()
      const problem = problems.current()
      if (problem !== undefined) throw new BrokerUnavailable(problem)
      await session.jsm.streams.info(EVENTS).catch((error: unknown) => {
        throw new BrokerUnavailable(sentenceFor(error, session.where), { cause: error })
      })
    },
    close: () => connection.close(),
  }
}

/** Publishes an event; resolves when the stream holds it. Any number may be under way at once. */
async function publishEvent(
  connection: Connection,
  event: RecordedEvent,
  traceparent: string | undefined,
): Promise<void> {
  const session = connection.current()
  const { payload, headers } = await writeMessage(event, session.maxPayload)
  try {
    headers.set('Nats-Msg-Id', event.id)
    headers.set('Nats-Expected-Stream', EVENTS)
    if (traceparent !== undefined) headers.set(TRACEPARENT, traceparent)
    await session.publisher.publish(eventSubject(event), payload, headers)
  } catch (error) {
    // The next session creates what is missing.
    if (isGone(error)) await connection.renew(session)
    const sentence = session.isOver()
      ? `The connection to NATS at ${session.where} was lost.`
      : sentenceFor(error, session.where)
    throw new BrokerUnavailable(sentence, { cause: error })
  }
}
