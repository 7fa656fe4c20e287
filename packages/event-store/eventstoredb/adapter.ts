import { LOG_CATEGORIES } from '../categories.js'
import type { EventStore, Followed } from '../port.js'
import { type OnReadProblem, readReports } from '../read-problems.js'
import { appender } from './append.js'
import { connectionTo } from './connection.js'
import { parseConnectionString } from './connection-string.js'
import { failuresOf } from './failures.js'
import { type Following, follow } from './follow.js'
import { headOf } from './head.js'
import { streamsOf } from './own-streams.js'
import { isPosition } from './position.js'
import { writeProbe } from './probe.js'
import { everythingOf, logReader } from './read-all.js'
import { streamReader } from './read-stream.js'
import { clientSettings } from './settings.js'

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
  const timeoutMs = options.timeoutMs ?? defaultDeadline ?? TIMEOUT_MS
  const place = parsed.hosts.map(({ address, port }) => `${address}:${port}`).join(',')
  const failures = failuresOf(place, tls && parsed.credentials !== undefined)
  const connection = connectionTo(clientSettings(parsed), { timeoutMs, failures })

  const own = streamsOf(categories)
  const streams = streamReader(connection)
  const everything = everythingOf(connection)
  const head = headOf(everything, own)
  const newReport = readReports(onProblem)
  const { readStreamEnd } = streams
  const following = { connection, own, head, readStreamEnd, newReport }
  const closing = new AbortController()
  return {
    append: appender(connection, streams.positionOf),
    readStream: streams.readStream,
    readStreamEnd,
    readAll: logReader(everything, own),
    head,
    follow: (asked) => followUntilClosed(following, asked, closing.signal),
    isPosition,
    probeWrites: writeProbe(connection),
    async close() {
      closing.abort()
      await connection.close()
    },
  }
}

/** Ends when the caller's signal aborts, or the store is closed. */
async function* followUntilClosed(
  following: Following,
  asked: Parameters<EventStore['follow']>[0],
  closing: AbortSignal,
): AsyncGenerator<Followed, void, void> {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const signals = [asked.signal, closing]
  for (const signal of signals) signal.addEventListener('abort', end)
  if (signals.some((signal) => signal.aborted)) end()
  try {
    yield* follow(following, { ...asked, signal: ending.signal })
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end)
  }
}
