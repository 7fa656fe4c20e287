import { createHash, randomUUID } from 'node:crypto'
import { webhookEvents } from '@ecmr/contract'
import { fieldNames, formats, testCompanyOf } from '@ecmr/domain'
import { type NotableEvent, notifications, openApiWebhooks, type WebhookEvent } from '@ecmr/webhooks'
import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { fields, note, withDocument } from './support/events.js'
import { openWorld } from './support/world.js'

const ajv = new Ajv({ strict: false, allErrors: true, formats: { ...formats, uuid: /^[0-9a-f-]{36}$/ } })
const check = Object.fromEntries(webhookEvents.map((event) => [event, ajv.compile(notifications[event])]))

/** A webhook for all events; `payload` plans one of them, and resolves with what is sent. */
async function subscribed(t: Test) {
  const world = await openWorld(t)
  await world.register('company-a')
  return async function payload(event: NotableEvent) {
    await world.plan(event)
    const [message] = await world.rows('select type, payload from webhooks.messages where event_id = $1', [
      event.id,
    ])
    if (message === undefined) throw new Error(`nothing is sent for ${event.type}`)
    const type: WebhookEvent = message.type
    const text: string = message.payload.toString()
    return { type, text, bytes: message.payload.length, json: JSON.parse(text) }
  }
}

function fits(
  t: Test,
  { type, json, bytes }: Awaited<ReturnType<Awaited<ReturnType<typeof subscribed>>>>,
): void {
  t.ok(check[type]?.(json), `${type}: ${ajv.errorsText(check[type]?.errors)}`)
  t.ok(bytes < 20_000, `${bytes} bytes`)
}

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ description: `Pallet ${index} ${'x'.repeat(900)}` }))

const current = { document_id: randomUUID(), kind: 'cmr', version: 2, sha256: 'a'.repeat(64) }

t.test('notifications of test notes go to webhooks of test keys only, and say what they are', async (t) => {
  const world = await openWorld(t)
  const company = '0198aaaa-0000-7000-8000-00000000acc0'
  const tests = testCompanyOf(company)
  const [live, test] = [await world.register(company), await world.register(tests)]
  await world.plan(note(company).event('EcmrCreated'), note(tests).event('EcmrCreated'))
  const rows = await world.rows(
    'select endpoint_id, payload from webhooks.deliveries d join webhooks.messages m using (event_id)',
  )
  const modes = rows.map(
    ({ endpoint_id, payload }) => [endpoint_id, JSON.parse(`${payload}`).livemode] as const,
  )
  t.same(new Map(modes), new Map([[live.endpoint.id, true] as const, [test.endpoint.id, false] as const]))
  t.equal(rows.length, 2)
})

t.test('each event has its own payload, which the published schema describes', async (t) => {
  const payload = await subscribed(t)
  const one = note()
  for (const [index, [event, type, data]] of (
    [
      [one.event('EcmrCreated'), 'ecmr.created', fields],
      [
        one.event('EcmrSigned', { place: 'Sevilla' }),
        'ecmr.signed',
        {
          role: 'sender',
          signer_name: 'Ana Gil',
          place: 'Sevilla',
          signature_image_sha256: createHash('sha256').update('an image').digest('hex'),
        },
      ],
      [
        one.event('IncidentReported'),
        'ecmr.incidencia',
        { type: 'damage', severity: 'high', description: 'Two pallets got wet' },
      ],
      [
        one.event('DeliveryConfirmed', { inferred: true }),
        'ecmr.delivered',
        { delivered_at: '2026-03-04T10:00:00.000Z', inferred: true },
      ],
      [
        one.event('EcmrEdited'),
        'ecmr.updated',
        { changes: [{ field: 'goods_weight_kg', old: null, new: 1200 }] },
      ],
      [one.event('EcmrAmended'), 'ecmr.updated', { changes: [{ field: 'notes' }], reason: 'Wrong bell' }],
      [
        one.event('MetadataChanged'),
        'ecmr.updated',
        { changes: [{ field: 'metadata', old: { order: null }, new: { order: '4711' } }] },
      ],
      [one.event('VehicleChanged'), 'ecmr.updated', { changes: [{ field: 'vehicle_plate' }] }],
      [one.event('CarrierAssigned'), 'ecmr.assigned', { changes: [{ new: 'Transportes Rápidos' }] }],
      [one.event('CarrierUnassigned'), 'ecmr.updated', { changes: [{ new: null }] }],
      [
        one.event('GoodsTakenOver'),
        'ecmr.picked_up',
        { taken_over_at: '2026-03-02T09:00:00.000Z', inferred: true },
      ],
      [one.event('IncidentResolved'), 'ecmr.incident_resolved', { outcome: 'continue', note: 'Dried' }],
      [one.event('EcmrCancelled'), 'ecmr.cancelled', { reason: 'Order withdrawn' }],
      [
        withDocument(one.event('DocumentIssued'), current),
        'ecmr.document_issued',
        { language: 'es', note_version: 1, automatic: true, document: { kind: 'cmr', version: 2 } },
      ],
      [
        one.event('DeliveryReverted'),
        'ecmr.delivery_reverted',
        { delivered_at: '2026-03-04T10:00:00.000Z', reason: 'Another note' },
      ],
      [
        one.event('EcmrShared'),
        'ecmr.shared',
        { shared_with: 'company-b', access: 'act', role: 'carrier', share_id: /^[0-9a-f-]{36}$/ },
      ],
      [one.event('SharingRevoked'), 'ecmr.sharing_revoked', { share_id: /^[0-9a-f-]{36}$/ }],
      [one.event('AttachmentAdded'), 'ecmr.attachment_added', { kind: String, sha256: /^[0-9a-f]{64}$/ }],
    ] as const
  ).entries()) {
    const sent = await payload(event)
    fits(t, sent)
    t.match(sent.json, {
      id: event.id,
      type,
      timestamp: '2026-03-01T08:00:00.000Z',
      data: {
        id: one.id,
        ecmr_number: 'ECMR-2026-ABCDEFGHJ-K',
        status: 'draft',
        version: index + 1,
        ...data,
      },
    })
    for (const internal of ['company_id', 'policy', 'signature_image'])
      t.notOk(internal in sent.json.data, internal)
  }
})

t.test('a long text is shortened with a mark and named', async (t) => {
  const payload = await subscribed(t)
  const goods_description = 'Aceite de oliva virgen extra. '.repeat(160)
  const long = { goods_description, notes: '\u{1F69A}'.repeat(2_500), goods_items: items(200) }
  const sent = await payload(note().event('EcmrCreated', { fields: { ...fields, ...long } }))
  fits(t, sent)
  t.match(sent.json.data, {
    goods_description: /^Aceite de oliva.*…$/,
    notes: /^\u{1F69A}+…$/u,
    truncated: ['goods_description', 'notes', 'goods_items'],
    sender_city: fields.sender_city,
  })
})

t.test('a note whose every field has its maximum length is sent in less than 20,000 bytes', async (t) => {
  const payload = await subscribed(t)
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
  const all = { ...fields, ...everything, pickup_date: fields.pickup_date, goods_items: items(200) }
  fits(t, await payload(note().event('EcmrCreated', { fields: all as typeof fields })))
})

t.test('a change of very many fields always names them', async (t) => {
  const payload = await subscribed(t)
  const long = (mark: string) => `${mark}${'語'.repeat(500)}`
  const names = fieldNames.slice(0, 80)
  const changes = names.map((field) => ({ field, old: long('o'), new: long('n') }))
  const sent = await payload(note().event('EcmrEdited', { changes }))
  fits(t, sent)
  t.same(
    sent.json.data.changes,
    names.map((field) => ({ field })),
  )
  t.same(sent.json.data.truncated, ['changes'])
  const some = await payload(note().event('EcmrEdited', { changes: changes.slice(0, 7) }))
  fits(t, some)
  t.match(some.json.data.changes[0], { field: names[0], old: /^o語+…$/, new: /^n語+…$/ })
})

t.test('whatever an incident says, its notification is small, valid and whole characters', async (t) => {
  const payload = await subscribed(t)
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5_000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(text, async (description) => {
      const { json, text, bytes } = await payload(note().event('IncidentReported', { description }))
      return (
        bytes < 20_000 &&
        check['ecmr.incidencia']?.(json) === true &&
        !/\\ud[89a-f]/i.test(text) &&
        (json.data.truncated !== undefined || json.data.description === description)
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
