import { type Checkpoint, checkpointAt, type RecordedEvent, type SeenEvent, seenOf } from '@ecmr/event-store'

/** The part of the log between what the broker has stored and what has been read. */
export interface InFlightWindow {
  /** Adds an event and its size. Call the result when the broker has stored it. */
  add(event: RecordedEvent, bytes: number): () => void
  /** The log up to this event holds nothing else to publish. */
  pass(seen: SeenEvent): void
  /** when the oldest event was recorded that the broker has not stored */
  oldest(): string | undefined
  /** Resolves when another event may be read, or when the signal aborts. */
  room(signal: AbortSignal): Promise<void>
}

interface Entry {
  seen: SeenEvent
  readonly recordedAt: string
  isStored: boolean
}

/**
 * @param options.limit most events in the window, stored ones behind an unstored one included: so many are published
 *   again after a crash
 * @param options.bytes most bytes of events that are not stored; one event may be larger
 * @param options.onMoved called with each checkpoint up to which everything is stored; they never go back
 */
export function openInFlightWindow(options: {
  readonly limit: number
  readonly bytes: number
  readonly onMoved: (checkpoint: Checkpoint) => void
}): InFlightWindow {
  const entries: Entry[] = []
  let bytesWaiting = 0
  let onRoom = (): void => undefined

  const isFull = (): boolean => entries.length >= options.limit || bytesWaiting >= options.bytes

  function move(): void {
    let reached: SeenEvent | undefined
    while (entries[0]?.isStored) reached = entries.shift()?.seen
    if (reached !== undefined) options.onMoved(checkpointAt(reached))
    if (!isFull()) onRoom()
  }

  return {
    add(event, bytes) {
      const entry = { seen: seenOf(event), recordedAt: event.metadata.recorded_at, isStored: false }
      entries.push(entry)
      bytesWaiting += bytes
      return () => {
        entry.isStored = true
        bytesWaiting -= bytes
        move()
      }
    },
    pass(seen) {
      const last = entries.at(-1)
      if (last) last.seen = seen
      else options.onMoved(checkpointAt(seen))
    },
    oldest: () => entries[0]?.recordedAt,
    async room(signal) {
      if (!isFull() || signal.aborted) return
      await new Promise<void>((resolve) => {
        onRoom = () => {
          signal.removeEventListener('abort', onRoom)
          onRoom = () => undefined
          resolve()
        }
        signal.addEventListener('abort', onRoom, { once: true })
      })
    },
  }
}
