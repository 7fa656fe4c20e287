import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  type AllStreamResolvedEvent,
  EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
  type Position,
  type SubscribeToAllOptions,
  streamNameFilter,
} from '@eventstore/db-client'
import type { Test } from 'tap'
import { until } from '../../support/until.js'
import { type ServerOptions, startEventStoreDb, type TestServer } from '../server.js'

/** A server and the unmodified client on it. */
export interface Pair {
  readonly server: TestServer
  readonly client: EventStoreDBClient
}

/** Starts a server that ends with the test. */
export async function startServer(t: Test, options: ServerOptions = {}): Promise<TestServer> {
  const server = await startEventStoreDb(options)
  t.teardown(() => server.stop())
  return server
}

/** The unmodified client, by a connection string. */
export function connect(t: Test, url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  t.teardown(() => client.dispose())
  return client
}

export async function startPair(t: Test, options: ServerOptions = {}): Promise<Pair> {
  const server = await startServer(t, options)
  return { server, client: connect(t, server.url) }
}

/** The same tests on both ways of appending, each on a server of its own. */
export function onBothPaths(
  t: Test,
  tests: Readonly<Record<string, (t: Test, pair: Pair) => Promise<void>>>,
) {
  for (const batchAppend of [true, false])
    for (const [name, run] of Object.entries(tests))
      t.test(`${name}, by ${batchAppend ? 'BatchAppend' : 'Append'}`, async (t) =>
        run(t, await startPair(t, { batchAppend, maxAppendSize: 2_000 })),
      )
}

/** An event with a number in it. */
export function event(n: number, id: string = randomUUID()): JSONEventData {
  return jsonEvent({ id, type: 'Counted', data: { n } })
}

export function events(count: number): JSONEventData[] {
  return Array.from({ length: count }, (_, n) => event(n))
}

/** What a call was refused with. */
export async function refused(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  )
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of source) collected.push(item)
  return collected
}

/** The revisions of a stream, from the log. */
export async function revisions(
  client: EventStoreDBClient,
  stream: string,
  options: Parameters<EventStoreDBClient['readStream']>[1] = {},
): Promise<(bigint | undefined)[]> {
  return (await collect(client.readStream(stream, options))).map((read) => read.event?.revision)
}

/** What `$all` holds, of everything or of one stream. */
export async function all(
  client: EventStoreDBClient,
  stream?: string,
): Promise<NonNullable<AllStreamResolvedEvent['event']>[]> {
  const read = await collect(client.readAll())
  return read.flatMap(({ event }) => (event && (!stream || event.streamId === stream) ? [event] : []))
}

/** What a subscription of the client brought. */
export interface Watch {
  /** confirmation, event, checkpoint, caughtUp and error, in order */
  readonly kinds: readonly string[]
  /** `stream@revision` of the events so far */
  readonly events: readonly string[]
  readonly checkpoints: readonly Position[]
  readonly errors: readonly unknown[]
  /** Waits until so many of a kind have come. */
  until(kind: string, count?: number): Promise<void>
}

export interface WatchOptions extends Pick<SubscribeToAllOptions, 'fromPosition'> {
  /** stream name prefixes */
  readonly prefixes?: readonly string[]
  readonly window?: number
  readonly interval?: number
}

/** A filtered subscription to `$all` by the unmodified client. */
export function watch(t: Test, client: EventStoreDBClient, options: WatchOptions = {}): Watch {
  const { prefixes = ['a-'], window = 32, interval = 1, ...from } = options
  const kinds: string[] = []
  const events: string[] = []
  const checkpoints: Position[] = []
  const errors: unknown[] = []
  const filter = streamNameFilter({
    prefixes: [...prefixes],
    maxSearchWindow: window,
    checkpointInterval: interval,
    async checkpointReached(_subscription, position) {
      kinds.push('checkpoint')
      checkpoints.push(position)
    },
  })
  const subscription = client.subscribeToAll({ ...from, filter })
  for (const kind of ['confirmation', 'caughtUp'] as const) subscription.on(kind, () => kinds.push(kind))
  subscription.on('error', (error) => {
    kinds.push('error')
    errors.push(error)
  })
  subscription.on('data', ({ event }) => {
    kinds.push('event')
    events.push(`${event?.streamId}@${event?.revision}`)
  })
  t.teardown(() => subscription.unsubscribe())
  return {
    kinds,
    events,
    checkpoints,
    errors,
    until: (kind, count = 1) =>
      until(() => kinds.filter((one) => one === kind).length >= count, `${count} × ${kind}`),
  }
}

/** A subscription that has caught up. */
export async function watched(t: Test, client: EventStoreDBClient, options?: WatchOptions): Promise<Watch> {
  const seen = watch(t, client, options)
  await seen.until('caughtUp')
  return seen
}
