import { livingSessions, type SignedIn } from '@ecmr/accounts'
import { accountOf } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { ProjectionPositions } from '@ecmr/projections'
import { type ChangesSince, changesSince, noteVersion } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { type LiveStream, liveStream, type News } from './live-stream.js'
import type { Wanted } from './wanted.js'

/** Most open streams: of one person, of one company, and in one process. */
export const MOST_STREAMS = { person: 6, company: 60, process: 600 } as const
/** How often a page gets a sign of life; sessions are looked at as often. */
const BEAT_MS = 20_000
/** The log may move twenty times a second; pages are told this often. */
const BETWEEN_READS_MS = 300

/** Tells open pages which notes have changed. */
export interface LiveUpdates {
  /** Opens a stream for a person; undefined when there are too many. */
  open(person: SignedIn, wanted: Wanted): LiveStream | undefined
  /** Ends the streams of sessions that have ended or act for another company, without waiting for the next sign of life. */
  checkSessions(): void
  /** how many streams are open */
  size(): number
  /** Ends all streams, and opens no more. */
  close(): void
}

/** An open stream, and what its page knows. */
interface Open {
  readonly stream: LiveStream
  readonly person: SignedIn
  readonly wanted: Wanted
  /** how far it was told; undefined: not at all yet */
  after: Position | undefined
  /** of its note */
  version: number
  /** its note is of another company, whose changes are not asked for */
  isShared: boolean
}

/**
 * One loop for all streams of the process, however many there are. Woken when the history has moved, and at each sign of life, it asks
 * once which notes have changed of the companies that are looking. Without a stream it asks nothing.
 *
 * @param options.observe gets what came of each round: an error, or undefined. Streams stay open, and the next round tries again
 */
export function liveUpdates(options: {
  readonly pool: Pool
  readonly positions: Pick<ProjectionPositions, 'onMove'>
  readonly observe: (error: unknown) => void
}): LiveUpdates {
  const { pool, positions, observe } = options
  const streams = new Set<Open>()
  let isClosed = false
  let isWanted = false
  let isReading = false

  const readOn = async (): Promise<void> => {
    isWanted = true
    if (isReading) return
    isReading = true
    while (isWanted && streams.size > 0) {
      isWanted = false
      await read().then(() => observe(undefined), observe)
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_READS_MS).unref())
    }
    isReading = false
  }

  async function read(): Promise<void> {
    const asked = [...streams]
    const found = await changesSince(pool, placesOf(asked))
    const news: (readonly [Open, News])[] = []
    for (const one of asked) news.push([one, await newsOf(one, found)])
    const told = news.filter(([, { changes }]) => changes.length > 0)
    // What a session may not see any more, it is not told either.
    if (told.length > 0) await endDeadSessions()
    // From here on nothing fails: what counts as told is told.
    for (const [one, some] of told) {
      one.version = some.changes.at(-1)?.version ?? one.version
      one.stream.tell(some)
    }
    // The page may know more than the history, which follows the log.
    for (const one of asked)
      if (one.after === undefined || found.reached > one.after) one.after = found.reached
  }

  /** A note by itself is asked for only in the beginning, when more has happened than was looked at, and when it is shared with the company. */
  async function newsOf(one: Open, found: ChangesSince): Promise<News> {
    const { note: id } = one.wanted
    if (id === undefined) return newsOfCompany(one, found)
    const { changes, partial, reached } = found
    const { company } = one.person
    const isUnsure = one.after === undefined || one.isShared || partial.has(company.id)
    const now = isUnsure ? await noteVersion(pool, company.id, id) : undefined
    if (now !== undefined) one.isShared = !now.isOwn
    const version = isUnsure
      ? now?.version
      : changes.find(({ company_id, ecmr_id }) => company_id === company.id && ecmr_id === id)?.version
    const isNews = version !== undefined && version > one.version
    return { changes: isNews ? [{ id, version }] : [], more: false, position: reached }
  }

  async function endDeadSessions(): Promise<void> {
    // Others may be opened while it is asked about these.
    const asked = [...streams]
    const living = await livingSessions(pool, [...new Set(asked.map(({ person }) => person.sessionId))])
    for (const { person, stream } of asked)
      if (living.get(person.sessionId) !== accountOf(person.company.id))
        stream.end(living.has(person.sessionId) ? 'company' : 'session')
  }

  const checkSessions = (): void => void endDeadSessions().catch(observe)
  const stopListening = positions.onMove('history', () => void readOn())
  const beating = setInterval(() => {
    for (const { stream } of streams) stream.beat()
    if (streams.size === 0) return
    checkSessions()
    void readOn()
  }, BEAT_MS).unref()

  return {
    open(person, wanted) {
      if (isClosed || isFull([...streams], person)) return undefined
      const after = wanted.note === undefined ? wanted.after : undefined
      const version = wanted.note === undefined ? 0 : wanted.version
      const one: Open = {
        stream: liveStream(() => streams.delete(one)),
        person,
        wanted,
        after,
        version,
        isShared: false,
      }
      streams.add(one)
      void readOn()
      return one.stream
    },
    checkSessions,
    size: () => streams.size,
    close() {
      isClosed = true
      stopListening()
      clearInterval(beating)
      for (const { stream } of streams) stream.end()
    },
  }
}

function isFull(streams: readonly Open[], { user, company }: SignedIn): boolean {
  const { person, company: ofCompany, process } = MOST_STREAMS
  return (
    streams.length >= process ||
    streams.filter((one) => one.person.company.id === company.id).length >= ofCompany ||
    streams.filter((one) => one.person.user.id === user.id).length >= person
  )
}

/** From where on each company is asked about: the earliest that one of its pages knows; null: from now on. */
function placesOf(asked: readonly Open[]): ReadonlyMap<string, Position | null> {
  const places = new Map<string, Position | null>()
  for (const { person, after = null } of asked) {
    const known = places.get(person.company.id)
    if (known === undefined || known === null || (after !== null && after < known))
      places.set(person.company.id, after)
  }
  return places
}

function newsOfCompany({ person, after = '' }: Open, { changes, partial, reached }: ChangesSince): News {
  const mine = changes.filter(
    ({ company_id, position }) => company_id === person.company.id && position > after,
  )
  return {
    changes: mine.map(({ ecmr_id, version }) => ({ id: ecmr_id, version })),
    more: partial.has(person.company.id),
    position: reached,
  }
}
