import { type EventStore, type Position, type RecordedEvent, START } from '@ecmr/event-store'
import type { LogPart, Manifest } from '../format/manifest.js'
import type { Backups } from './open-backups.js'
import { readPart } from './read-part.js'

/** The events of a backup that read a log through the port, in order. */
export interface LogOfBackup extends Pick<EventStore, 'append' | 'readAll' | 'readStream' | 'head'> {
  /** the last event up to a position; undefined: there is none */
  lastUpTo(position: Position): Promise<RecordedEvent | undefined>
}

/** Reads the log of a backup as if it were a store, to be copied from; one part of it is in memory. */
export function logOfBackup({ place, codec }: Backups, { log }: Manifest): LogOfBackup {
  let read: { readonly part: LogPart; readonly events: readonly RecordedEvent[] } | undefined

  async function eventsOf(part: LogPart): Promise<readonly RecordedEvent[]> {
    if (read?.part !== part) read = { part, events: parsed(await readPart(place, codec, part)) }
    return read.events
  }

  return {
    head: async () => log.head,
    async readAll({ after, limit }) {
      const part = log.parts.find(({ last }) => last.position > after)
      if (part === undefined) return []
      return (await eventsOf(part)).filter(({ position }) => position > after).slice(0, limit)
    },
    async lastUpTo(position) {
      const part = log.parts.find(({ last }) => last.position >= position) ?? log.parts.at(-1)
      const found = part && (await eventsOf(part)).findLast((event) => event.position <= position)
      if (found || part === undefined) return found
      const before = log.parts[log.parts.indexOf(part) - 1]
      return before && (await eventsOf(before)).at(-1)
    },
    async readStream() {
      throw new Error('a backup is read in the order of the log alone')
    },
    async append() {
      throw new Error('nothing is appended to a backup')
    },
  }
}

/** These are our own bytes, whose hashes have been compared; hashes of events are verified when the copy is. */
function parsed(bytes: Buffer): readonly RecordedEvent[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): RecordedEvent => JSON.parse(line))
}

/** Where an event of a backup stands in the log that it was restored into. */
export async function placeInLog(
  source: LogOfBackup,
  target: Pick<EventStore, 'readStream'>,
  position: Position,
): Promise<Position> {
  const event = position === START ? undefined : await source.lastUpTo(position)
  if (event === undefined) return START
  const [there] = await target.readStream(event.stream, { from: event.revision })
  if (there?.id !== event.id)
    throw new Error(`the log does not hold event ${event.revision} of ${event.stream}`)
  return there.position
}
