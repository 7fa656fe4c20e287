import { createExample } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier } = api
const note = await haulier.create()
const { id: webhook } = Object(
  (
    await haulier.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['ecmr.created'] })
  ).json(),
)

/** What the answer says of each place. */
async function said(...request: Parameters<typeof haulier.call>): Promise<Readonly<Record<string, string>>> {
  const { status, errors = [] } = (await haulier.call(...request)).problem()
  t.equal(status, 400)
  return Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message]))
}

t.test('a request without a required body gets an error that says so', async (t) => {
  for (const [method, path] of [
    ['POST', '/api/ecmrs'],
    ['PATCH', `/api/ecmrs/${note.id}`],
    ['PUT', `/api/ecmrs/${note.id}`],
    ['POST', `/api/ecmrs/${note.id}/signatures`],
    ['POST', `/api/ecmrs/${note.id}/incidents`],
    ['POST', `/api/ecmrs/${note.id}/incidents/x/resolution`],
    ['POST', `/api/ecmrs/${note.id}/reservations`],
    ['POST', `/api/ecmrs/${note.id}/cancellation`],
    ['POST', '/api/webhooks'],
    ['PATCH', `/api/webhooks/${webhook}`],
    ['POST', `/api/webhooks/${webhook}/replay`],
  ] as const) {
    const answer = await haulier.call(method, path)
    t.match(answer.problem(), { status: 400, code: 'invalid_request' }, `${method} ${path}`)
    t.same(
      answer.problem().errors,
      [{ pointer: '', code: 'required', message: 'Send a JSON body; there is none.' }],
      `${method} ${path}`,
    )
    t.same(await said(method, path, null), { '': 'Send an object, not null.' }, `${method} ${path} null`)
  }
  t.match((await haulier.call('POST', '/api/ecmrs/validate')).json(), {
    valid: false,
    errors: [{ pointer: '', message: 'Send a JSON body; there is none.' }],
  })
})

t.test('what to do about blank text depends on what may become of the member instead', async (t) => {
  const required = 'Send some text; it is required.'
  const optional = 'Send some text, or leave the field out.'
  const nullable = 'Send some text, or leave the field out; null means none.'
  t.same(await said('POST', '/api/ecmrs', { ...createExample, sender_city: '', vehicle_plate: ' ' }), {
    '/sender_city': required,
    '/vehicle_plate': nullable,
  })
  const seals = { ...createExample, seal_numbers: [''], goods_items: [{ description: '' }] }
  t.same(await said('POST', '/api/ecmrs', seals), {
    '/seal_numbers/0': 'Send some text.',
    '/goods_items/0/description': required,
  })
  t.same(await said('PATCH', `/api/ecmrs/${note.id}`, { sender_city: '', vehicle_plate: '' }), {
    '/sender_city': optional,
    '/vehicle_plate': nullable,
  })
  const signature = { role: 'carrier', signer_name: '', method: 'typed', place: '' }
  const signed = { '/signer_name': required, '/place': optional }
  t.same(await said('POST', `/api/ecmrs/${note.id}/signatures`, signature), signed)
  t.same(
    await said('PATCH', `/api/ecmrs/${note.id}`, { signature }),
    Object.fromEntries(Object.entries(signed).map(([at, message]) => [`/signature${at}`, message])),
  )
  t.same(await said('POST', '/api/webhooks', { url: '', events: ['ecmr.created'], description: '' }), {
    '/url': required,
    '/description': nullable,
  })
  t.same(await said('PATCH', `/api/webhooks/${webhook}`, { url: '' }), { '/url': optional })
  t.same(await said('POST', `/api/webhooks/${webhook}/replay`, { from_position: '' }), {
    '/from_position': optional,
  })
})

t.test('how to write an instant in a query string is said of query strings only', async (t) => {
  const instant = 'Send an RFC 3339 instant, such as 2026-12-01T08:30:00Z'
  t.same(await said('POST', `/api/webhooks/${webhook}/replay`, { since: 'tomorrow' }), {
    '/since': `${instant}.`,
  })
  t.same(await said('GET', `/api/webhooks/${webhook}/deliveries?since=tomorrow`), {
    '/since': `${instant}; write + as %2B.`,
  })
})

t.test('items that are the same are named in their order', async (t) => {
  const events = ['ecmr.signed', 'ecmr.created', 'ecmr.signed']
  t.same(await said('PATCH', `/api/webhooks/${webhook}`, { events }), {
    '/events': 'Send each item once; items 0 and 2 are the same.',
  })
})

t.test('null is refused in a grammatical sentence where it clears nothing', async (t) => {
  t.same(await said('PATCH', `/api/webhooks/${webhook}`, { events: null, url: null }), {
    '/events': 'Send an array; this cannot be cleared with null.',
    '/url': 'Send a string; this cannot be cleared with null.',
  })
})
