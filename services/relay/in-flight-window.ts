import { type Checkpoint, checkpointAt, type RecordedEvent, type SeenEvent, seenOf } from '@ecmr/event-store'

/** The part of the log between what the broker has stored and what has been read. */
export interface InFlightWindow {
  /** Adds an event that has been read, and what it takes. Calling the answer says that the broker has stored it. */
  add(event: RecordedEvent, bytes: number): () => void
  /** Nothing that concerns us stands between the last event and this one, which is of no interest itself. */
  pass(seen: SeenEvent): void
  /** when the oldest event that the broker has not stored was recorded */
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
 * Starts with nothing read.
 *
 * @param options.limit how many events it spans at most, stored ones behind one that is not included: so much is
 *   published again after a crash
 * @param options.bytes how many bytes of events that are not stored it spans at most; one event may be larger
 * @param options.onMoved told of each entry up to which everything is stored; they never go back
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
