import type { Entry, Journal } from './journal.js'
import { type LogRecord, type Proposed, record } from './records.js'

/** What the log knows of one stream. */
export interface StreamState {
  /** by revision; a tombstone is not among them */
  readonly events: readonly LogRecord[]
  readonly tombstoned: boolean
}

export interface Log {
  /** everything in order, from which `$all` is read */
  readonly records: readonly LogRecord[]
  stream(name: string): StreamState | undefined
  /** Writes events one after another, all or none, on disk first; `tombstone` closes the stream permanently. */
  append(stream: string, events: readonly Proposed[], tombstone?: boolean): readonly LogRecord[]
  /** Calls back after every append. Returns the end of that. */
  onGrowth(listener: () => void): () => void
  close(): void
}

/** The log, in memory, written through to a journal, if any, and read back from it. */
export function openLog(journal?: Journal, firstPosition = 0): Log {
  const records: LogRecord[] = []
  const streams = new Map<string, { readonly events: LogRecord[]; tombstoned: boolean }>()
  const listeners = new Set<() => void>()
  let position = firstPosition

  const place = ({ stream, events, at, tombstone = false }: Entry): readonly LogRecord[] => {
    const target = streams.get(stream) ?? { events: [], tombstoned: false }
    streams.set(stream, target)
    const placed = events.map((event, index) => {
      const revision = tombstone ? Infinity : target.events.length + index
      const made = record(event, { stream, revision, position, at })
      position += made.size
      return made
    })
    records.push(...placed)
    if (tombstone) target.tombstoned = true
    else target.events.push(...placed)
    return placed
  }

  for (const entry of journal?.entries() ?? []) place(entry)
  return {
    records,
    stream: (name) => streams.get(name),
    append(stream, events, tombstone = false) {
      const entry = { stream, at: Date.now(), events, tombstone }
      journal?.write(entry)
      const placed = place(entry)
      for (const listener of [...listeners]) listener()
      return placed
    },
    onGrowth(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => journal?.close(),
  }
}
