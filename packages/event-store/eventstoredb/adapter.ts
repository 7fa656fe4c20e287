import { type OnReadProblem, readReports } from '../log-reading.js'
import { type EventStore, LOG_CATEGORIES } from '../port.js'
import { appender, writeProbe } from './append.js'
import { orderedAppender } from './append-in-order.js'
import { connectionTo } from './connection.js'
import { failuresOf } from './failures.js'
import { follow } from './follow.js'
import { isPosition, streamsOf } from './position.js'
import { everythingOf, headOf, logReader } from './read-all.js'
import { streamReader } from './read-stream.js'
import { recentEvents } from './recent-events.js'
import { clientSettings, parseConnectionString } from './settings.js'
import { sharedSubscription } from './shared-subscription.js'

export interface EventStoreDbOptions {
  readonly url: string
  readonly timeoutMs?: number
  readonly categories?: readonly string[]
  readonly onProblem?: OnReadProblem
}

const TIMEOUT_MS = 5_000

/** What `openEventStoreDb` promises. */
export function eventStoreDb(options: EventStoreDbOptions): EventStore {
  const { categories = LOG_CATEGORIES, onProblem = () => undefined } = options
  const parsed = parseConnectionString(options.url)
  const { tls, defaultDeadline } = parsed.options
  const timeoutMs = defaultDeadline ?? options.timeoutMs ?? TIMEOUT_MS
  const place = parsed.hosts.map(({ address, port }) => `${address}:${port}`).join(',')
  const failures = failuresOf(place, tls && parsed.credentials !== undefined)
  const connection = connectionTo(clientSettings(parsed), { timeoutMs, failures })

  const own = streamsOf(categories)
  const streams = streamReader(connection)
  const everything = everythingOf(connection)
  const head = headOf(everything, own)
  const newReport = readReports(onProblem)
  const { readStreamEnd } = streams
  const recent = recentEvents()
  const append = appender(connection, { positionOf: streams.positionOf, offer: recent.offer })
  const following = {
    connection,
    own,
    head,
    readStreamEnd,
    recent,
    shared: sharedSubscription(),
    newReport,
  }
  const closing = new AbortController()
  return {
    append,
    appendInOrder: orderedAppender(connection, append, streams.positionOf),
    readStream: streams.readStream,
    readStreamEnd,
    readAll: logReader(everything, own),
    head,
    follow: (options) =>
      follow(following, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),
    isPosition,
    probeWrites: writeProbe(connection),
    serverVersion: async () => (await connection.ready()).serverVersion(),
    async close() {
      closing.abort()
      await connection.close()
    },
  }
}
