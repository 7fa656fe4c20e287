import type { Handler, NatsBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import type { RecordedEvent } from '@ecmr/event-store'
import { connect, type JetStreamManager, type Msg, type NatsConnection } from 'nats'
import type { Test } from 'tap'
import { type NatsServer, type NatsServerOptions, natsServer } from '../../support/nats-server.js'
import { until } from '../../support/until.js'

/** A broker under test and what it has said. */
export interface TestBroker {
  readonly broker: NatsBroker
  /** each change; undefined: all is well */
  readonly problems: readonly (string | undefined)[]
  readonly said: readonly { readonly details: object; readonly message: string }[]
  /** resolves when it works */
  ready(): Promise<void>
}

/** Opens a broker that is closed with the test. */
export function openBroker(t: Test, servers: NatsServer | readonly string[]): TestBroker {
  const problems: (string | undefined)[] = []
  const said: { details: object; message: string }[] = []
  const say = (details: object, message: string): void => void said.push({ details, message })
  const broker = openNatsBroker({
    servers: 'url' in servers ? [servers.url] : servers,
    name: 'test',
    onProblem: (sentence) => problems.push(sentence),
    log: { warn: say, error: say },
  })
  t.teardown(() => broker.close())
  const isReady = (): Promise<boolean> =>
    broker.check().then(
      () => true,
      () => false,
    )
  return { broker, problems, said, ready: () => until(isReady, 'NATS') }
}

/** A consumer under test and what it was handed. */
export interface TestConsumer {
  readonly batches: readonly (readonly RecordedEvent[])[]
  ids(): readonly string[]
  /** resolves when it was handed that many events in all */
  count(many: number): Promise<void>
  /** stops it as a process that is asked to stop would */
  stop(): Promise<void>
}

/** Consumes under the name `notifier` until the test ends. */
export function startConsumer(
  t: Test,
  { broker }: TestBroker,
  handle: Handler = async () => undefined,
): TestConsumer {
  const stopping = new AbortController()
  const batches: (readonly RecordedEvent[])[] = []
  const running = broker.consume({
    name: 'notifier',
    signal: stopping.signal,
    handle: async (events, setAside) => {
      batches.push(events)
      await handle(events, setAside)
    },
  })
  const stop = async (): Promise<void> => {
    stopping.abort()
    await running
  }
  t.teardown(stop)
  const ids = (): readonly string[] => batches.flat().map(({ id }) => id)
  return { batches, ids, stop, count: (many) => until(() => ids().length >= many, `${many} events`) }
}

/** A server, a broker that works, and an operator's connection. */
export async function openNats(t: Test, options: NatsServerOptions = {}) {
  const server = await natsServer(t, options)
  const { jsm, nc } = await operator(t, server)
  const tested = openBroker(t, server)
  await tested.ready()
  return {
    server,
    jsm,
    nc,
    ...tested,
    /** another process on the same server */
    another: () => openBroker(t, server),
    async publish(...events: readonly RecordedEvent[]) {
      for (const event of events) await tested.broker.publish(event)
    },
    consume: (handle?: Handler) => startConsumer(t, tested, handle),
    /** resolves when everything is acknowledged */
    acknowledged: () => until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements'),
  }
}

/** Publishes an event as often as it takes. */
export function publishAtLast({ broker }: TestBroker, event: RecordedEvent): Promise<void> {
  const isStored = (): Promise<boolean> =>
    broker.publish(event).then(
      () => true,
      () => false,
    )
  return until(isStored, 'NATS')
}

/** A handler that resolves when the test says so. */
export function heldHandler(): { readonly handle: Handler; finish(): void } {
  let finish = (): void => undefined
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { handle: () => held, finish: () => finish() }
}

/** An operator's own connection to a server. */
export async function operator(
  t: Test,
  { url }: NatsServer,
): Promise<{ readonly nc: NatsConnection; readonly jsm: JetStreamManager }> {
  const { username, password, host } = new URL(url)
  const nc = await connect({ servers: [host], ...(username && { user: username, pass: password }) })
  t.teardown(() => nc.close())
  return { nc, jsm: await nc.jetstreamManager() }
}

/** How many events the server still holds for consumers. */
export async function waitingEvents(jsm: JetStreamManager): Promise<number> {
  return (await jsm.streams.info('ECMR_EVENTS')).state.messages
}

/** What was set aside, oldest first. */
export async function poisonOf(
  jsm: JetStreamManager,
): Promise<readonly Pick<Msg, 'subject' | 'data' | 'headers'>[]> {
  const { messages, first_seq, last_seq } = (await jsm.streams.info('ECMR_POISON')).state
  if (messages === 0) return []
  const numbers = Array.from({ length: last_seq - first_seq + 1 }, (_, index) => first_seq + index)
  const found = await Promise.all(numbers.map((seq) => jsm.streams.getMessage('ECMR_POISON', { seq })))
  return found.map(({ subject, data, header }) => ({ subject, data, headers: header }))
}
