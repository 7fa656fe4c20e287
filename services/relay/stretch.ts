import { checkpointAt, type Checkpoint, type RecordedEvent, type SeenEvent, seenOf } from '@ecmr/event-store'

/** The part of the log between what the broker has stored and what has been read. */
export interface Stretch {
  /** Adds an event that has been read. Calling the answer says that the broker has stored it. */
  add(event: RecordedEvent): () => void
  /** Nothing that concerns us stands between the last event and this one, which is of no interest itself. */
  pass(seen: SeenEvent): void
  /** when the oldest event that the broker has not stored was recorded */
  oldest(): string | undefined
  /** Resolves when another event may be read, or when the signal aborts. */
  room(signal: AbortSignal): Promise<void>
}

interface Place {
  seen: SeenEvent
  readonly recordedAt: string
  isStored: boolean
}

/**
 * Starts with nothing read.
 *
 * @param options.limit how many events it spans at most, stored ones behind one that is not included: so much is
 *   published again after a crash
 * @param options.onMoved told of each place up to which everything is stored; they never go back
 */
export function openStretch(options: {
  readonly limit: number
  readonly onMoved: (checkpoint: Checkpoint) => void
}): Stretch {
  const places: Place[] = []
  let onRoom = (): void => undefined

  function move(): void {
    let reached: SeenEvent | undefined
    while (places[0]?.isStored) reached = places.shift()?.seen
    if (reached === undefined) return
    options.onMoved(checkpointAt(reached))
    onRoom()
  }

  return {
    add(event) {
      const place = { seen: seenOf(event), recordedAt: event.metadata.recorded_at, isStored: false }
      places.push(place)
      return () => {
        place.isStored = true
        move()
      }
    },
    pass(seen) {
      const last = places.at(-1)
      if (last) last.seen = seen
      else options.onMoved(checkpointAt(seen))
    },
    oldest: () => places[0]?.recordedAt,
    async room(signal) {
      if (places.length < options.limit || signal.aborted) return
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
