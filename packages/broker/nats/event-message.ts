import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { RecordedEvent } from '@ecmr/event-store'
import { headers, type Msg, type MsgHdrs } from 'nats'
import { headerOf } from './message.js'
import { readEvent } from './read-event.js'

const ENCODING = 'Content-Encoding'

/** Room that headers take in a message. */
const HEADERS = 1_024

/** Far more than any event takes. */
const MOST_BYTES = 16 * 1024 * 1024

export interface EventMessage {
  readonly payload: Uint8Array
  readonly headers: MsgHdrs
}

/**
 * Encodes an event for NATS. One that would be too large for the server is compressed: the largest that an event
 * store takes, 1 MiB, fits into the usual 1 MiB then, because JSON text never fills its bytes.
 *
 * @param mostBytes the server's `max_payload`
 */
export async function writeMessage(event: RecordedEvent, mostBytes: number): Promise<EventMessage> {
  const payload = Buffer.from(JSON.stringify(event))
  if (payload.length + HEADERS <= mostBytes) return { payload, headers: headers() }
  const compressed = headers()
  compressed.set(ENCODING, 'deflate')
  return { payload: await promisify(deflate)(payload), headers: compressed }
}

/**
 * Reads an event from a message.
 *
 * @throws Error with the reason when the message holds none
 */
export async function readMessage(message: Msg): Promise<RecordedEvent> {
  const { data } = message
  const isCompressed = headerOf(message, ENCODING) === 'deflate'
  const payload = isCompressed ? await promisify(inflate)(data, { maxOutputLength: MOST_BYTES }) : data
  return readEvent(JSON.parse(Buffer.from(payload).toString('utf8')))
}
