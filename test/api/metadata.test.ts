import { createExample, trackingView } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const api = await buildTestApi(t)
const { haulier, call } = api
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']))

t.test('what programs keep with a note is given, merged, removed and shown', async (t) => {
  t.same((await haulier.create()).metadata, {})
  const note = await haulier.create({ metadata: { order: '4711', 'erp:lane.id': ' ES-FR ', none: null } })
  t.same(note.metadata, { order: '4711', 'erp:lane.id': 'ES-FR' })
  const path = `/api/ecmrs/${note.id}`
  const patch = async (metadata: unknown) => (await haulier.call('PATCH', path, { metadata })).record()
  t.match(await patch({ order: '4712', invoice: 'F-1' }), {
    version: 2,
    metadata: { order: '4712', 'erp:lane.id': 'ES-FR', invoice: 'F-1' },
  })
  t.same((await patch({ order: '', invoice: null })).metadata, { 'erp:lane.id': 'ES-FR' })
  t.equal((await patch({ 'erp:lane.id': 'ES-FR' })).version, 3, 'what stands so already is no change')
  t.same((await patch(null)).metadata, {})
  t.same((await haulier.call('GET', `${path}?as_of=${note.created_at}`)).record().metadata, note.metadata)
  const { data } = JSON.parse((await haulier.call('GET', `${path}/events`)).text)
  t.match(data.at(-1), {
    type: 'MetadataChanged',
    changes: [{ field: 'metadata', old: { 'erp:lane.id': 'ES-FR' }, new: { 'erp:lane.id': null } }],
  })
})

t.test('a signed, a delivered and a cancelled note take metadata without a reason', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  const sign = (role: string) =>
    haulier.call('POST', `${path}/signatures`, { role, signer_name: 'Eva Luna', method: 'typed' })
  await sign('sender')
  await sign('carrier')
  const signed = (await sign('receiver')).record()
  const after = (await haulier.call('PATCH', path, { metadata: { invoice: 'F-1' } })).record()
  t.match(after, { status: 'delivered', metadata: { invoice: 'F-1' }, version: signed.version + 1 })
  t.same(after.signatures, signed.signatures)
  const { id } = await haulier.create()
  await haulier.call('POST', `/api/ecmrs/${id}/cancellation`, { reason: 'ordered twice' })
  const cancelled = await haulier.call('PATCH', `/api/ecmrs/${id}`, { metadata: { credit_note: 'C-1' } })
  t.match(cancelled.record(), { cancelled: true, metadata: { credit_note: 'C-1' } })
})

t.test('the public sees nothing of them, not even that they change', async (t) => {
  const note = await haulier.create({ metadata: { order: 'GEHEIM' } })
  const track = async () => {
    const { text, json } = await call('GET', `/api/tracking/${note.ecmr_number}`)
    t.notMatch(text, /GEHEIM|metadata/)
    return asPromised(trackingView, json())
  }
  const before = await track()
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { metadata: { order: 'GEHEIM 2' } })
  t.same(await track(), before)
})

t.test('what cannot be metadata is refused, and says what to do', async (t) => {
  const { id } = await haulier.create({ metadata: keys(50) })
  const refused: readonly [what: string, metadata: string, pointer: string, message: RegExp][] = [
    ['51 keys', JSON.stringify(keys(51)), '/metadata', /at most 50/],
    ['a number', '{"order": 1}', '/metadata/order', /Send a string, not a number/],
    ['a list', '{"order": ["a"]}', '/metadata/order', /Send a string, not an array/],
    ['a text in their place', '"order"', '/metadata', /Send an object, not a string/],
    ['a long text', JSON.stringify({ order: 'x'.repeat(501) }), '/metadata/order', /at most 500/],
    ['a control character', '{"order": "a\\u0007b"}', '/metadata/order', /control characters/],
    ['a turned text', '{"order": "a\\u202eb"}', '/metadata/order', /U\+202A to U\+202E/],
    ['no name', '{"": "a"}', '/metadata/', /1 to 40 letters/],
    [
      'a long name',
      JSON.stringify({ ['x'.repeat(41)]: 'a' }),
      `/metadata/${'x'.repeat(41)}`,
      /1 to 40 letters/,
    ],
    ['a name with blanks', '{"my order": "a"}', '/metadata/my order', /letters, digits/],
    ['a name with a slash', '{"a/b": "a"}', '/metadata/a~1b', /letters, digits/],
    ['a prototype', '{"__proto__": "a"}', '/metadata/__proto__', /letters, digits/],
    ['a constructor', '{"constructor": "a"}', '/metadata/constructor', /not constructor/],
  ]
  const send = async (method: 'POST' | 'PATCH', metadata: string) => {
    const body = method === 'POST' ? createExample : {}
    const payload = JSON.stringify({ ...body, metadata: 0 }).replace('"metadata":0', `"metadata":${metadata}`)
    const url = method === 'POST' ? '/api/ecmrs' : `/api/ecmrs/${id}`
    const headers = { 'x-api-key': haulier.key, 'content-type': 'application/json' }
    const answer = await api.app.inject({ method, url, payload, headers })
    return { status: answer.statusCode, body: answer.json() }
  }
  for (const [what, metadata, pointer, message] of refused)
    for (const method of ['POST', 'PATCH'] as const) {
      const { status, body } = await send(method, metadata)
      t.match(body.errors ?? body, [{ pointer, message }], `${what} by ${method}: ${JSON.stringify(body)}`)
      t.equal(status, what === '51 keys' && method === 'PATCH' ? 409 : 400, what)
    }
  t.match(await send('POST', JSON.stringify({ order: 'x'.repeat(1_000_000) })), { status: 413 })
})
