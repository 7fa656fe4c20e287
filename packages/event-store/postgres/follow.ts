import { setTimeout as delay } from 'node:timers/promises'
import type { Listener } from '@ecmr/postgres'
import type { EventStore, Followed, Position } from '../port.js'
import { unlessAborted } from '../unless-aborted.js'
import type { Page, Reader } from './read.js'
import { wakeUps } from './wake-ups.js'

const PAGE_SIZE = 512
const POLL_MS = 1_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

type FollowOptions = Parameters<EventStore['follow']>[0]

/**
 * Follows the log page by page. At its end it sleeps until an append is announced, and looks by itself every second,
 * since an announcement can be lost with its connection.
 */
export async function* follow(
  reader: Pick<Reader, 'readPage'>,
  listener: Listener,
  { after, categories, signal }: FollowOptions,
): AsyncGenerator<Followed, void, void> {
  const announcements = wakeUps(listener)
  let position = after
  let caughtUp = false
  try {
    for (;;) {
      const page = await readPersistently(reader, position, categories, signal)
      if (!page) return
      caughtUp &&= page.upto === position
      for (const item of itemsOf(page, position)) {
        if (signal.aborted) return
        yield item
      }
      position = page.upto
      if (!page.atEnd) continue
      if (signal.aborted) return
      if (!caughtUp) yield { kind: 'caught_up', position }
      caughtUp = true
      await announcements.wait(position, POLL_MS, signal)
    }
  } finally {
    announcements.stop()
  }
}

function* itemsOf({ events, upto }: Page, after: Position): Generator<Followed, void, void> {
  for (const event of events) yield { kind: 'event', event }
  if (upto !== (events.at(-1)?.position ?? after)) yield { kind: 'checkpoint', position: upto }
}

/** Reads a page however long the database is away; undefined when the signal aborts. */
async function readPersistently(
  reader: Pick<Reader, 'readPage'>,
  after: Position,
  categories: readonly string[],
  signal: AbortSignal,
): Promise<Page | undefined> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await unlessAborted(reader.readPage(after, PAGE_SIZE, categories), signal)
    } catch (error) {
      if (error instanceof TypeError) throw error
      await delay(pause, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}
