import type { RecordedEvent } from '@ecmr/event-store'
import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'

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
        Type.Literal('operator'),
        Type.Literal('system'),
      ]),
      id: text,
      name: text,
      company_id: text,
    }),
    command_id: text,
    schema_version: Type.Integer(),
    recorded_at: text,
    company_id: text,
    ecmr_number: Type.Optional(text),
    status: Type.Optional(text),
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
export function readEvent(json: unknown): RecordedEvent {
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
