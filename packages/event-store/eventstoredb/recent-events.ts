import { LRUCache } from 'lru-cache'
import type { Position, RecordedEvent } from '../port.js'
import type { EncodedEvent } from '../storable.js'
import { toPosition } from './position.js'
import { toRecordedFromRaw } from './recorded.js'
import type { RawEvent } from './wire/read-frame.js'

/** Of those that were appended, and of those that were read. */
const LIMITS = { max: 512, maxSize: 4 * 1024 * 1024 } as const

/** Reads events that come over the wire, those of this process and those that were just read without their texts. */
export interface RecentEvents {
  read(raw: RawEvent): RecordedEvent
  /** Remembers what is about to be appended, while there are followers who will get it. */
  offer(events: readonly EncodedEvent[]): void
  /** A follower begins. Returns its end. */
  follow(): () => void
}

/**
 * Remembers the last events that were appended, by id, and that were read, by position: several followers at the same
 * place get the same event one after the other.
 */
export function recentEvents(): RecentEvents {
  const appended = new LRUCache<string, EncodedEvent>(LIMITS)
  const known = new LRUCache<string, RecordedEvent>(LIMITS)
  let followers = 0

  /** What was appended here, if it is what stands there: the same id may have come with other bytes from elsewhere. */
  function fromMemory(raw: RawEvent, position: Position): RecordedEvent | undefined {
    const own = appended.get(raw.id)
    const isSame =
      own?.event.type === raw.properties.get('type') &&
      isText(raw.data, own?.data) &&
      isText(raw.metadata, own?.metadata)
    return isSame && own
      ? { ...own.event, stream: raw.stream, revision: Number(raw.revision), position }
      : undefined
  }

  return {
    read(raw) {
      const position = toPosition(raw.position)
      const found = known.get(position)
      // A server that was restored may have another event there.
      if (found?.id === raw.id && found.stream === raw.stream) return found
      const event = fromMemory(raw, position) ?? toRecordedFromRaw(raw)
      known.set(position, event, { size: Math.max(1, sizeOfRaw(raw)) })
      return event
    },
    offer(events) {
      if (followers === 0) return
      for (const event of events) appended.set(event.event.id, event, { size: event.bytes })
    },
    follow() {
      followers++
      return () => {
        if (--followers > 0) return
        appended.clear()
        known.clear()
      }
    },
  }
}

function isText(bytes: Buffer, text: string | undefined): boolean {
  return text !== undefined && Buffer.from(text).equals(bytes)
}

/** What an event takes on the wire. */
export function sizeOfRaw({ data, metadata }: RawEvent): number {
  return data.length + metadata.length
}
