import { EventNotStorable, type NewEvent } from './port.js'

/** The most that one append may hold: EventStoreDB's limit on data + metadata + 2 × type, in bytes. */
export const MAX_APPEND_BYTES = 1024 * 1024

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// JSON.stringify escapes U+0000 and lone surrogates, and writes every other surrogate as the character it is part of.
const NOT_UNICODE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** What events take that were measured already: writing them as JSON once more would only find it out again. */
const knownSizes = new WeakMap<NewEvent, number>()

/** An event in the form that goes over the wire. */
export interface EncodedEvent {
  readonly event: NewEvent
  /** JSON */
  readonly data: string
  /** JSON */
  readonly metadata: string
  /** what it takes of `MAX_APPEND_BYTES` */
  readonly bytes: number
}

/**
 * Encodes the events of one append, and checks what every store must agree on, so that a log can move from one to
 * another.
 *
 * @throws EventNotStorable naming the event and what is wrong with it
 */
export function encodeEvents(stream: string, events: readonly NewEvent[]): readonly EncodedEvent[] {
  if (events.length === 0) throw new EventNotStorable(`an append to ${stream} holds no event`)
  if (!isUnicode(JSON.stringify(stream)))
    throw new EventNotStorable('the name of a stream is not Unicode text')
  if (new Set(events.map((event) => event.id)).size < events.length)
    throw new EventNotStorable(`an append to ${stream} holds the same event id twice`)
  const encoded = events.map(encode)
  const bytes = encoded.reduce((sum, event) => sum + event.bytes, 0)
  if (bytes > MAX_APPEND_BYTES)
    throw new EventNotStorable(
      `an append to ${stream} is ${bytes} bytes; at most ${MAX_APPEND_BYTES} can be recorded at once`,
    )
  return encoded
}

function encode(event: NewEvent): EncodedEvent {
  const { recorded_at } = event.metadata
  const data = JSON.stringify(event.data)
  const metadata = JSON.stringify(event.metadata)
  const encoded = { event, data, metadata, bytes: size(event.type, data, metadata) }
  if (!UUID.test(event.id)) throw refuse(event, 'its id is not a UUID in lower case')
  if (!isInstant(recorded_at))
    throw refuse(event, 'recorded_at is not an RFC 3339 instant in UTC with milliseconds')
  if (!isUnicode(encoded.data) || !isUnicode(encoded.metadata) || !isUnicode(JSON.stringify(event.type)))
    throw refuse(event, NOT_TEXT)
  knownSizes.set(event, encoded.bytes)
  return encoded
}

/** Why a text is not storable. */
export const NOT_TEXT = 'it holds U+0000 or half a surrogate pair, which is not storable as text'

function refuse(event: NewEvent, why: string): EventNotStorable {
  return new EventNotStorable(`event ${event.id} cannot be recorded: ${why}`)
}

/**
 * Whether every store can hold a text. What is encrypted is judged before, since a store that takes it later in clear must be
 * able to.
 *
 * @param json the text as JSON.stringify writes it, or anything that holds it
 */
export function isUnicode(json: string): boolean {
  return !json.includes('\\u') || !NOT_UNICODE.test(json)
}

function isInstant(text: string): boolean {
  const milliseconds = Date.parse(text)
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text
}

/** What an event takes of `MAX_APPEND_BYTES`. */
export function sizeOf(event: NewEvent): number {
  const known = knownSizes.get(event)
  if (known !== undefined) return known
  const bytes = size(event.type, JSON.stringify(event.data), JSON.stringify(event.metadata))
  knownSizes.set(event, bytes)
  return bytes
}

function size(type: string, data: string, metadata: string): number {
  return Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * Buffer.byteLength(type)
}
