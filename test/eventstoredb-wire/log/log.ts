import { type Entry, type Journal, memoryJournal } from './journal.js'
import { type LogRecord, type Proposed, record } from './records.js'
import { metadataChange, originalOf } from './stream-metadata.js'

/** What the log knows of one stream. */
export interface StreamState {
  /** by revision; a tombstone is not among them */
  readonly events: readonly LogRecord[]
  readonly tombstoned: boolean
  /** events before this revision are gone for readers; Infinity when the stream is deleted softly */
  readonly visibleFrom: number
}

export interface Log {
  /** everything in order, from which `$all` is read */
  readonly records: readonly LogRecord[]
  stream(name: string): StreamState | undefined
  /** Writes events one after another, all or none, on disk first. */
  append(stream: string, events: readonly Proposed[]): readonly LogRecord[]
  /** Closes a stream permanently. */
  tombstone(stream: string, event: Proposed): LogRecord
  /** Calls back after every append. Returns the end of that. */
  onGrowth(listener: () => void): () => void
  close(): void
}

interface Stream {
  readonly events: LogRecord[]
  tombstoned: boolean
  visibleFrom: number
}

/** The log, in memory, written through to a journal and read back from it. */
export function openLog(journal: Journal = memoryJournal()): Log {
  const records: LogRecord[] = []
  const streams = new Map<string, Stream>()
  const listeners = new Set<() => void>()
  let position = 0

  const stream = (name: string): Stream => {
    const known = streams.get(name)
    if (known !== undefined) return known
    const made = { events: [], tombstoned: false, visibleFrom: 0 }
    streams.set(name, made)
    return made
  }

  const place = (entry: Entry): readonly LogRecord[] => {
    const target = stream(entry.stream)
    const placed = entry.events.map((event, index) => {
      const revision = entry.tombstone ? Infinity : target.events.length + index
      const made = record(event, { stream: entry.stream, revision, position, at: entry.at })
      position += made.size
      return made
    })
    records.push(...placed)
    if (entry.tombstone) target.tombstoned = true
    else target.events.push(...placed)
    const original = originalOf(entry.stream)
    for (const event of original === undefined ? [] : entry.events) {
      const { visibleFrom } = metadataChange(event)
      if (original !== undefined && visibleFrom !== undefined) stream(original).visibleFrom = visibleFrom
    }
    return placed
  }

  const write = (entry: Entry): readonly LogRecord[] => {
    journal.write(entry)
    const placed = place(entry)
    for (const listener of [...listeners]) listener()
    return placed
  }

  for (const entry of journal.entries()) place(entry)
  return {
    records,
    stream: (name) => streams.get(name),
    append: (name, events) => write({ stream: name, at: Date.now(), events }),
    tombstone(name, event) {
      const [placed] = write({ stream: name, at: Date.now(), events: [event], tombstone: true })
      if (placed === undefined) throw new Error('a tombstone is one record')
      return placed
    },
    onGrowth(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => journal.close(),
  }
}
