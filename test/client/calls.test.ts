import { EcmrClient, EcmrProblem } from '@ecmr/client'
import { createExample } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { photograph } from '../support/photographs.js'
import { portOf } from '../support/port-of.js'

const api = await buildTestApi(t)
await api.app.listen({ host: '127.0.0.1', port: 0 })
const baseUrl = `http://127.0.0.1:${portOf(api.app.server)}`
const ecmr = new EcmrClient({ baseUrl, apiKey: api.haulier.key })

t.test('a list is its first page, or all of its items page by page', async (t) => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await ecmr.createEcmr(createExample)).id)
  const first = await ecmr.listEcmrs({ limit: 2 })
  t.match(first, { pagination: { total: 5, has_more: true } })
  const listed: string[] = []
  for await (const { id } of ecmr.listEcmrs({ limit: 2, sort: '-created_at' })) listed.push(id)
  t.same(listed, ids)
  const pages: number[] = []
  for await (const { data } of ecmr.listEcmrs({ limit: 2 }).pages()) pages.push(data.length)
  t.same(pages, [2, 2, 1])
  const kinds = new Set<string>()
  for await (const { type } of ecmr.listChanges({ limit: 2 })) kinds.add(type)
  t.ok(kinds.has('EcmrCreated'))
})

t.test('a refused request is an error that says everything at once', async (t) => {
  const wrong = { ...createExample, sender_city: ' ', pickup_date: 'soon' }
  const error = await ecmr.createEcmr(wrong).catch((reason: unknown) => reason)
  t.ok(error instanceof EcmrProblem)
  t.match(error, {
    code: 'invalid_request',
    status: 400,
    type: /\/errors\/invalid_request$/,
    errors: [{ pointer: '/sender_city' }, { pointer: '/pickup_date' }],
  })
  await t.rejects(new EcmrClient({ baseUrl }).readEcmr('x').withResponse(), { code: 'invalid_api_key' })
})

t.test('the same idempotency key gets the same note, and says so', async (t) => {
  const options = { idempotencyKey: 'order-7' }
  const note = await ecmr.createEcmr(createExample, options)
  const again = await ecmr.createEcmr(createExample, options).withResponse()
  t.match(again, { data: { id: note.id }, status: 201, replayed: true })
})

t.test('an edit starts again when another came first, and loses nothing', async (t) => {
  const { id } = await ecmr.createEcmr(createExample)
  const edits = await Promise.all(
    ['a', 'b', 'c'].map((word) =>
      ecmr.editEcmr(id, ({ notes }) => ({ notes: [notes, word].filter((each) => each).join(' ') })),
    ),
  )
  t.equal(edits.length, 3)
  const { data, etag } = await ecmr.readEcmr(id).withResponse()
  t.same(new Set(data.notes?.split(' ')), new Set(['a', 'b', 'c']))
  await ecmr.updateEcmr(id, { notes: 'd' }, { ifMatch: etag ?? '' })
  const stale = ecmr.updateEcmr(id, { notes: 'e' }, { ifMatch: etag ?? '' }).withResponse()
  await t.rejects(stale, { name: 'EcmrProblem', code: 'stale_version', status: 412 })
  t.match(await ecmr.editEcmr(id, () => undefined), { notes: 'd' })
})

t.test('files come with their name, and what is public needs no key', async (t) => {
  const note = await ecmr.createEcmr(createExample)
  await ecmr.issueEcmrDocument(note.id)
  const file = await ecmr.readCurrentDocument(note.id)
  t.match(file, { type: 'application/pdf', filename: /\.pdf$/ })
  t.ok(Buffer.from(await file.bytes()).includes(note.id))
  const { ecmr_number } = note
  t.match(await new EcmrClient({ baseUrl }).readTracking(ecmr_number), { ecmr_number, status: 'draft' })
})

t.test('a form with a file is sent as it is, and repeated with its key', async (t) => {
  const { id } = await ecmr.createEcmr(createExample)
  const form = new FormData()
  form.set('kind', 'load_photo')
  form.set('file', new Blob([new Uint8Array(await photograph())]), 'load.jpg')
  const options = { idempotencyKey: 'paper-7' }
  const added = await ecmr.addEcmrAttachment(id, form, options)
  t.match(added, { kind: 'load_photo', media_type: 'image/jpeg', name: 'load.jpg' })
  const again = await ecmr.addEcmrAttachment(id, form, options).withResponse()
  t.match(again, { data: { attachment_id: added.attachment_id }, replayed: true })
})
