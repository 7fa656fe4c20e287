import { createHash } from 'node:crypto'
import { webhookEvents } from '@ecmr/contract'
import { formats } from '@ecmr/domain'
import { notifications, openApiWebhooks, planDeliveries, type WebhookEvent } from '@ecmr/webhooks'
import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import t from 'tap'
import { fields, note } from './support/events.js'
import { openWorld } from './support/world.js'

const ajv = new Ajv({ strict: false, allErrors: true, formats: { ...formats, uuid: /^[0-9a-f-]{36}$/ } })
const check = Object.fromEntries(webhookEvents.map((event) => [event, ajv.compile(notifications[event])]))

type World = Awaited<ReturnType<typeof openWorld>>

async function subscribed(t: Parameters<typeof openWorld>[0]): Promise<World> {
  const world = await openWorld(t)
  await world.register('company-a', 'http://127.0.0.1/')
  return world
}

async function payloads(world: World, events: Parameters<typeof planDeliveries>[1]) {
  await planDeliveries(world.pool, events)
  const ids = events.map(({ id }) => id)
  const { rows } = await world.pool.query<{ type: WebhookEvent; payload: Buffer }>(
    'select type, payload from webhooks.messages where event_id = any($1::uuid[]) order by version',
    [ids],
  )
  return rows.map(({ type, payload }) => ({ type, payload, json: JSON.parse(payload.toString()) }))
}

async function payloadOf(world: World, event: Parameters<typeof planDeliveries>[1][number]) {
  const [told] = await payloads(world, [event])
  if (told === undefined) throw new Error(`nothing is told of ${event.type}`)
  return told
}

t.test('each event has its own payload, which the published schema describes', async (t) => {
  const world = await subscribed(t)
  const one = note('company-a')
  const events = [
    one.event('EcmrCreated'),
    one.event('EcmrSigned', { place: 'Sevilla' }),
    one.event('IncidentReported'),
    one.event('DeliveryConfirmed', { inferred: true }),
  ]
  const told = await payloads(world, events)
  t.same(
    told.map(({ type }) => type),
    ['ecmr.created', 'ecmr.signed', 'ecmr.incidencia', 'ecmr.delivered'],
  )
  for (const [index, { type, json }] of told.entries()) {
    t.ok(check[type]?.(json), `${type}: ${ajv.errorsText(check[type]?.errors)}`)
    t.match(json, {
      id: events[index]?.id,
      type,
      timestamp: '2026-03-01T08:00:00.000Z',
      data: { id: one.id, ecmr_number: 'ECMR-2026-ABCDEFGHJ-K', status: 'draft', version: index + 1 },
    })
  }
  t.match(told[0]?.json.data, fields, 'a new note is sent with its fields')
  t.match(told[1]?.json.data, { role: 'sender', signer_name: 'Ana Gil', place: 'Sevilla' })
  t.match(told[2]?.json.data, { type: 'damage', severity: 'high', description: 'Two pallets got wet' })
  t.match(told[3]?.json.data, { delivered_at: '2026-03-04T10:00:00.000Z', inferred: true })
})

t.test('instead of the image of a signature there is its SHA-256', async (t) => {
  const world = await subscribed(t)
  const told = await payloadOf(world, note('company-a').event('EcmrSigned'))
  t.notOk('signature_image' in told.json.data)
  t.equal(told.json.data.signature_image_sha256, createHash('sha256').update('an image').digest('hex'))
})

t.test('internal data is not sent: no owner, no policy', async (t) => {
  const world = await subscribed(t)
  const told = await payloadOf(world, note('company-a').event('EcmrCreated'))
  t.notOk('company_id' in told.json.data)
  t.notOk('policy' in told.json.data)
})

t.test('a long text is shortened with a mark and named', async (t) => {
  const world = await subscribed(t)
  const long = `${'Aceite de oliva virgen extra. '.repeat(160)}`
  const notes = '\u{1F69A}'.repeat(2_500)
  const told = await payloadOf(
    world,
    note('company-a').event('EcmrCreated', {
      fields: { ...fields, goods_description: long, notes, goods_items: items(200) },
    }),
  )
  const data = told.json.data
  t.ok(told.payload.length < 20_000)
  t.match(data.goods_description, /^Aceite de oliva.*…$/)
  t.match(data.notes, /^\u{1F69A}+…$/u, 'no half characters')
  t.same(data.truncated, ['goods_description', 'notes', 'goods_items'])
  t.equal(data.sender_city, fields.sender_city, 'the rest is whole')
  t.ok(check['ecmr.created']?.(told.json), ajv.errorsText(check['ecmr.created']?.errors))
})

t.test('a note whose every field has its maximum length is sent in less than 20,000 bytes', async (t) => {
  const world = await subscribed(t)
  const properties: Readonly<Record<string, TSchema>> =
    notifications['ecmr.created'].properties.data.properties
  const everything = Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type, format, maxLength = 0, pattern }]) =>
      type === 'string' && !format && maxLength > 0 && new RegExp(pattern ?? '', 'u').test('語')
        ? [[name, '語'.repeat(maxLength)]]
        : [],
    ),
  )
  t.ok(Buffer.byteLength(JSON.stringify(everything)) > 80_000)
  const all = { ...everything, ...{ pickup_date: fields.pickup_date }, goods_items: items(200) }
  const told = await payloadOf(
    world,
    note('company-a').event('EcmrCreated', { fields: { ...fields, ...all } as typeof fields }),
  )
  t.ok(told.payload.length < 20_000, `${told.payload.length} bytes`)
  t.ok(check['ecmr.created']?.(told.json), ajv.errorsText(check['ecmr.created']?.errors))
})

t.test('whatever an incident says, its notification is small, valid and whole characters', async (t) => {
  const world = await subscribed(t)
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5_000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(text, async (description) => {
      const told = await payloadOf(world, note('company-a').event('IncidentReported', { description }))
      return (
        told.payload.length < 20_000 &&
        check['ecmr.incidencia']?.(told.json) === true &&
        !/\\ud[89a-f]/i.test(told.payload.toString()) &&
        (told.json.data.truncated !== undefined || told.json.data.description === description)
      )
    }),
    { numRuns: 30 },
  )
})

t.test('the OpenAPI document gets a webhook for each event, with schema and headers', async (t) => {
  t.same(Object.keys(openApiWebhooks), webhookEvents)
  for (const event of webhookEvents) {
    const operation = openApiWebhooks[event]?.post
    t.equal(operation?.requestBody.content['application/json'].schema, notifications[event])
    t.match(
      operation?.parameters.map(({ name }) => name),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-attempt'],
    )
  }
})

function items(count: number): { description: string }[] {
  return Array.from({ length: count }, (_, index) => ({ description: `Pallet ${index} ${'x'.repeat(900)}` }))
}
