import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  type AllStreamResolvedEvent,
  EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
} from '@eventstore/db-client'
import type { Test } from 'tap'
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

/** The same test on both ways of appending. */
export function onBothPaths(
  t: Test,
  name: string,
  run: (t: Test, pair: Pair) => Promise<void>,
  options: ServerOptions = {},
): void {
  for (const batchAppend of [true, false]) {
    t.test(`${name}, by ${batchAppend ? 'BatchAppend' : 'Append'}`, async (t) =>
      run(t, await startPair(t, { ...options, batchAppend })),
    )
  }
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

/** Everything, or so many, of a stream. */
export async function collect<T>(source: AsyncIterable<T>, count = Infinity): Promise<T[]> {
  const collected: T[] = []
  for await (const item of source) {
    collected.push(item)
    if (collected.length === count) break
  }
  return collected
}

/** The revisions of a stream, from the log. */
export async function revisions(client: EventStoreDBClient, stream: string): Promise<bigint[]> {
  const read = await collect(client.readStream(stream))
  return read.flatMap(({ event: recorded }) => (recorded === undefined ? [] : [recorded.revision]))
}

/** What `$all` holds, of everything or of one stream. */
export async function all(client: EventStoreDBClient, stream?: string): Promise<AllStreamResolvedEvent[]> {
  const read = await collect(client.readAll())
  return read.filter(({ event: recorded }) => stream === undefined || recorded?.streamId === stream)
}
