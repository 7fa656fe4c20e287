import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { RecordedEvent } from '@ecmr/event-store'
import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { headers, type Msg, type MsgHdrs } from 'nats'
import type { HandedOut } from '../port.js'

/** A header of a message; empty when there is none, or the headers of this message cannot be read. */
export function headerOf(message: Msg, name: string): string {
  try {
    return message.headers?.get(name) ?? ''
  } catch {
    // The client rejects names with unusual characters, which the server accepts.
    return ''
  }
}

interface StreamPosition {
  readonly sequence: string
  /** when the stream stored it, nanoseconds */
  readonly time: string
}

/** Reads the position in the stream from `$JS.ACK.….<sequence>.<delivery>.<time>.<pending>`. */
export function streamPositionOf({ reply = '' }: Msg): StreamPosition {
  const words = reply.split('.')
  // Newer servers put a domain and an account in front, and a random word at the end.
  const first = words.length === 9 ? 5 : 7
  return { sequence: words[first] ?? '', time: words[first + 2] ?? '' }
}

// What every store guarantees about an event. Anything else would make a consumer's database reject the whole batch.
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const text = Type.String({ pattern: '^[^\\u0000]*$' })

const SHAPE = Type.Object({
  id: Type.String({ pattern: UUID }),
  type: text,
  stream: text,
  revision: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 2 }),
  position: text,
  data: Type.Unsafe<RecordedEvent['data']>(Type.Object({})),
  metadata: Type.Object({
    $correlationId: text,
    $causationId: text,
    actor: Type.Object({
      kind: Type.Union([
        Type.Literal('user'),
        Type.Literal('api_key'),
        Type.Literal('oauth_grant'),
        Type.Literal('signing_link'),
        Type.Literal('operator'),
        Type.Literal('system'),
      ]),
      id: text,
      name: Type.Optional(text),
      company_id: text,
      identified_by: Type.Optional(text),
    }),
    command_id: text,
    schema_version: Type.Integer(),
    recorded_at: text,
    company_id: text,
    ecmr_number: Type.Optional(text),
    status: Type.Optional(text),
    document: Type.Optional(
      Type.Object({
        document_id: Type.String({ pattern: UUID }),
        kind: text,
        version: Type.Integer(),
        sha256: text,
      }),
    ),
    shared_with: Type.Optional(Type.Array(text)),
    traceparent: Type.Optional(text),
    prev_hash: Type.Union([text, Type.Null()]),
    hash: text,
  }),
})

const shape = TypeCompiler.Compile(SHAPE)

/**
 * Takes JSON for an event.
 *
 * @throws Error naming the first thing about it that is wrong
 */
function readEvent(json: unknown): RecordedEvent {
  if (!shape.Check(json)) throw new Error(`it is no event: ${faultOf(json)}`)
  if (!isInstant(json.metadata.recorded_at))
    throw new Error('it is no event: recorded_at is no instant in UTC')
  return json
}

function faultOf(json: unknown): string {
  const fault = shape.Errors(json).First()
  return `${fault?.path || '/'}: ${fault?.message}`
}

function isInstant(text: string): boolean {
  const milliseconds = Date.parse(text)
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text
}

const ENCODING = 'Content-Encoding'

/** Names the span that published the message (W3C Trace Context). */
export const TRACEPARENT = 'traceparent'

/** Room that headers take in a message. */
const HEADERS = 1_024

/** Far more than any event takes. */
const MOST_BYTES = 16 * 1024 * 1024

interface EventMessage {
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
 * Reads an event from a message, with the span that brought it.
 *
 * @throws Error with the reason when the message holds none
 */
export async function readMessage(message: Msg): Promise<HandedOut> {
  const { data } = message
  const isCompressed = headerOf(message, ENCODING) === 'deflate'
  const payload = isCompressed ? await promisify(inflate)(data, { maxOutputLength: MOST_BYTES }) : data
  const event = readEvent(JSON.parse(Buffer.from(payload).toString('utf8')))
  const traceparent = headerOf(message, TRACEPARENT)
  return traceparent === '' ? event : { ...event, traceparent }
}
