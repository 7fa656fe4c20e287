import type { LogPosition } from '../position.js'
import { decodePosition, decodeUuid, textOf } from './batch-append.js'
import { MessageReader } from './protobuf.js'

/** An event as it comes over the wire, its texts unread; see `ReadResp.ReadEvent.RecordedEvent`. */
export interface RawEvent {
  readonly stream: string
  readonly id: string
  readonly revision: bigint
  readonly position: LogPosition
  /** what the server keeps beside it: type, content type, time */
  readonly properties: ReadonlyMap<string, string>
  readonly data: Buffer
  readonly metadata: Buffer
}

/** One message of a subscription. */
export type Frame =
  | { readonly kind: 'event'; readonly event: RawEvent }
  | { readonly kind: 'checkpoint'; readonly position: LogPosition }
  | { readonly kind: 'confirmed' }
  /** from here on events come as they are recorded */
  | { readonly kind: 'live' }
  /** the server reads from the log again, since the client was too slow */
  | { readonly kind: 'behind' }

/**
 * Reads a message; undefined for one that says nothing here.
 *
 * @throws RangeError when it is none
 */
export function decodeFrame(bytes: Buffer): Frame | undefined {
  const frame = new MessageReader(bytes)
  for (let field = frame.next(); field !== 0; field = frame.next()) {
    switch (field) {
      case 1: {
        const event = decodeReadEvent(frame.message())
        return event && { kind: 'event', event }
      }
      case 2:
        return { kind: 'confirmed' }
      case 3:
        return { kind: 'checkpoint', position: decodePosition(frame.message()) }
      case 8:
        return { kind: 'live' }
      case 9:
        return { kind: 'behind' }
      default:
        frame.skip()
    }
  }
  return undefined
}

function decodeReadEvent(message: MessageReader): RawEvent | undefined {
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) return decodeEvent(message.message())
    message.skip()
  }
  return undefined
}

const NOTHING = Buffer.alloc(0)

function decodeEvent(event: MessageReader): RawEvent {
  const properties = new Map<string, string>()
  let [id, stream] = ['', '']
  let [revision, prepare, commit] = [0n, 0n, 0n]
  let data: Buffer = NOTHING
  let metadata: Buffer = NOTHING
  for (let field = event.next(); field !== 0; field = event.next()) {
    if (field === 1) id = decodeUuid(event.message())
    else if (field === 2) stream = textOf(event.message(), 3)
    else if (field === 3) revision = event.number()
    else if (field === 4) prepare = event.number()
    else if (field === 5) commit = event.number()
    else if (field === 6) {
      const entry = event.bytes()
      properties.set(textOf(new MessageReader(entry), 1), textOf(new MessageReader(entry), 2))
    } else if (field === 7) metadata = event.bytes()
    else if (field === 8) data = event.bytes()
    else event.skip()
  }
  return { stream, id, revision, position: { commit, prepare }, properties, data, metadata }
}
