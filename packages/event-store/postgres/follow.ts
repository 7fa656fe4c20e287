import type { Listener } from '@ecmr/postgres'
import { raceAbort, retryUntilAborted } from '@ecmr/runtime'
import type { ReadReport } from '../log-reading.js'
import {
  type Checkpoint,
  type EventStore,
  type Followed,
  LogDiverged,
  type Position,
  StoreUnavailable,
} from '../port.js'
import type { Page, ReadPage } from './read.js'
import { wakeUps } from './wake-ups.js'

const PAGE_SIZE = 512
const POLL_MS = 1_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000
/** A page that takes longer is reported while it is still under way. */
const SLOW_MS = 5_000

type FollowOptions = Omit<Parameters<EventStore['follow']>[0], 'categories'>

/**
 * Follows the log page by page. At its end it sleeps until an append is announced, and looks by itself every second,
 * since an announcement can be lost with its connection.
 *
 * @param report gets every page that cannot be read or takes long, and when it is read after all
 */
export async function* follow(
  readPage: ReadPage,
  listener: Listener,
  report: ReadReport,
  { after, seen = null, signal }: FollowOptions,
): AsyncGenerator<Followed, void, void> {
  const announcements = wakeUps(listener)
  let position = after
  let last = seen
  let caughtUp = false
  try {
    for (;;) {
      const page = await readWithRetry(readPage, { position, seen: last }, report, signal)
      if (!page) return
      if (!page.isConfirmed)
        throw new LogDiverged(`the log does not hold the event that was read at ${position}`)
      caughtUp &&= page.upto === position
      for (const item of itemsOf(page, position)) {
        if (signal.aborted) return
        yield item
      }
      position = page.upto
      last = page.last ?? last
      if (!page.atEnd) continue
      if (signal.aborted) return
      if (!caughtUp) yield { kind: 'caught_up', position }
      caughtUp = true
      await announcements.wait(position, POLL_MS, signal)
    }
  } finally {
    announcements.stop()
    report()
  }
}

function* itemsOf({ events, upto, last }: Page, after: Position): Generator<Followed, void, void> {
  for (const { event, bytes } of events) yield { kind: 'event', event, bytes }
  if (upto !== (events.at(-1)?.event.position ?? after))
    yield { kind: 'checkpoint', position: upto, ...(last && { seen: last }) }
}

/** Reads a page, and retries while the database is unavailable; undefined when the signal aborts. */
async function readWithRetry(
  readPage: ReadPage,
  after: Checkpoint,
  report: ReadReport,
  signal: AbortSignal,
): Promise<Page | undefined> {
  if (signal.aborted) return undefined
  return retryUntilAborted(
    async () => {
      const slow = setInterval(() => report(tooLong(after.position)), SLOW_MS)
      return raceAbort(readPage(after, PAGE_SIZE, report), signal).finally(() => clearInterval(slow))
    },
    {
      signal,
      firstDelayMs: FIRST_PAUSE_MS,
      maxDelayMs: LONGEST_PAUSE_MS,
      onError(error) {
        if (error instanceof TypeError) throw error
        report(error instanceof Error ? error : new Error(String(error)))
      },
    },
  )
}

function tooLong(after: Position): StoreUnavailable {
  const place = after === '' ? 'its beginning' : after
  return new StoreUnavailable(`reading the event log after ${place} takes longer than ${SLOW_MS / 1_000} s`)
}
