import { connect, DebugEvents, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats'
import { BrokerUnavailable } from '../port.js'
import { type StreamPublisher, streamPublisher } from './publisher.js'
import { expectGreeting, type Server } from './server.js'

const CONNECT_WITHIN_MS = 5_000
const STORED_WITHIN_MS = 5_000
/** While a cluster elects a leader no server answers: retry soon. */
const ANSWER_WITHIN_MS = 1_500
// A server that hangs or a cut connection is detected within two to three of these.
const PING_EVERY_MS = 2_000
/** The largest event that an event store takes, compressed if need be. */
const NEEDED_PAYLOAD = 1024 * 1024

export interface Session {
  readonly where: string
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  readonly publisher: StreamPublisher
  /** the most bytes that a message may have */
  readonly maxPayload: number
  /** aborts when the connection is gone */
  readonly lost: AbortSignal
  /** true a moment before `lost` aborts: requests under way are rejected in between */
  isOver(): boolean
}

/**
 * Connects to one server, once. The session ends with the connection, and so do its requests: the client's own
 * reconnecting reports neither why it fails nor what was lost.
 */
export async function openSession(server: Server, name: string, signal: AbortSignal): Promise<Session> {
  await expectGreeting(server, signal)
  const nc = await connect({
    ...server.options,
    servers: [`${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`],
    name,
    reconnect: false,
    ignoreClusterUpdates: true,
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
    noAsyncTraces: true,
  })
  const lost = new AbortController()
  void nc.closed().then(() => lost.abort())
  closeWhenStale(nc).catch(() => lost.abort())
  const maxPayload = nc.info?.max_payload ?? NEEDED_PAYLOAD
  if (maxPayload < NEEDED_PAYLOAD) {
    await nc.close()
    throw new BrokerUnavailable(
      `NATS at ${server.where} takes messages of at most ${maxPayload} bytes: set its max_payload to 1MB or more.`,
    )
  }
  return {
    where: server.where,
    nc,
    js: nc.jetstream({ timeout: STORED_WITHIN_MS }),
    publisher: streamPublisher(nc, STORED_WITHIN_MS),
    jsm: await nc.jetstreamManager({ timeout: ANSWER_WITHIN_MS, checkAPI: false }),
    maxPayload,
    lost: lost.signal,
    isOver: () => nc.isClosed(),
  }
}

/** The client itself would first wait until everything is sent, which never happens when the server hangs. */
async function closeWhenStale(nc: NatsConnection): Promise<void> {
  for await (const { type } of nc.status()) if (type === DebugEvents.StaleConnection) await nc.close()
}
