import { createHash } from 'node:crypto'
import { createCompany } from '@ecmr/accounts'
import { DocumentRenderingUnavailable, DocumentTooLarge } from '@ecmr/documents'
import { StorageUnavailable } from '@ecmr/storage'
import t from 'tap'
import { cmrFields, decaFields } from '../domain/facts.js'
import { buildTestApi, operator } from '../support/api.js'
import { inputIn, plainFiles } from '../support/document-files.js'

const api = await buildTestApi(t)
const { haulier, rival, pool } = api
/** Whatever was answered. */
const parsed = (answer: { readonly text: string }) => JSON.parse(answer.text)
const at = (id: unknown, path = '') => `/api/ecmrs/${id}/documents${path}`

t.test('a document is issued once, and again when the note has changed', async (t) => {
  const note = await haulier.create(decaFields)
  t.equal(note.document, null)
  const first = await haulier.call('POST', at(note.id))
  t.equal(first.status, 201)
  t.equal(first.headers.location, at(note.id, '/1'))
  const entry = parsed(first)
  t.match(entry, {
    ...{ n: 1, kind: 'deca', language: 'es', version: 1, note_version: 2, status: 'current' },
    ...{ sha256: /^[0-9a-f]{64}$/, replaced_characters: [], ecmr_ids: [note.id] },
    url: /^https:\/\/.*\/d\/[\w-]{43}$/,
  })
  t.equal(entry.created_at, entry.modified_at)
  t.match(entry.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

  const again = await haulier.call('POST', at(note.id), {})
  t.equal(again.status, 200, 'nothing has changed')
  t.same(parsed(again), entry)

  const read = (await haulier.call('GET', `/api/ecmrs/${note.id}`)).record()
  const { n, kind, version, sha256, url } = entry
  t.same(read.document, { n, kind, version, sha256, url })

  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'PO-1' })
  const second = await haulier.call('POST', at(note.id))
  t.equal(second.status, 201)
  t.match(parsed(second), { n: 2, version: 2, note_version: 4, url: entry.url, created_at: entry.created_at })
  const list = parsed(await haulier.call('GET', at(note.id)))
  t.match(list, {
    data: [
      { n: 2, status: 'current' },
      { n: 1, status: 'superseded', url: entry.url },
    ],
    pagination: { total: 2, has_more: false },
  })
  t.same(parsed(await haulier.call('GET', at(note.id, '/1'))), list.data[1])
})

t.test('a reason, a language or a new address is worth a version', async (t) => {
  const note = await haulier.create(cmrFields)
  const issue = async (body: object) => parsed(await haulier.call('POST', at(note.id), body))
  const first = await issue({})
  t.match(first, { kind: 'cmr', version: 1 })
  t.match(await issue({ language: 'fr' }), { version: 2, language: 'fr', url: first.url })
  t.match(await issue({}), { version: 2 }, 'its language stays')
  t.match(await issue({ reason: 'a clearer copy' }), { version: 3, reason: 'a clearer copy', language: 'fr' })
  const moved = await issue({ new_url: true, reason: 'the old address was published' })
  t.match(moved, { n: 4, version: 1, supersedes: first.document_id })
  t.not(moved.url, first.url)
  const { data } = parsed(await haulier.call('GET', at(note.id)))
  t.same(
    data.map(({ n, status }: { n: number; status: string }) => [n, status]),
    [
      [4, 'current'],
      [3, 'superseded'],
      [2, 'superseded'],
      [1, 'superseded'],
    ],
  )
  const faulty = await haulier.call('POST', at(note.id), { new_url: true })
  t.match(faulty.problem(), { status: 400, errors: [{ pointer: '/reason', code: 'required' }] })
  t.equal((await haulier.call('POST', at(note.id), { language: 'ja' })).status, 400)
  t.match((await haulier.call('POST', at(note.id), { kind: 'deca' })).problem(), {
    code: 'regime_does_not_apply',
  })
})

t.test('the same key issues one document', async (t) => {
  const note = await haulier.create(decaFields)
  const once = { 'idempotency-key': `issue ${note.id}` }
  const first = await haulier.call('POST', at(note.id), {}, once)
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'PO-1' })
  const second = await haulier.call('POST', at(note.id), {}, once)
  t.equal(second.headers['idempotent-replayed'], 'true')
  t.equal(parsed(second).sha256, parsed(first).sha256)
  t.match(parsed(await haulier.call('GET', at(note.id))), { pagination: { total: 1 } })
})

t.test('the file is as it was issued, with what the answers said', async (t) => {
  const note = await haulier.create(decaFields)
  const entry = parsed(await haulier.call('POST', at(note.id)))
  const before = (await haulier.call('GET', `/api/ecmrs/${note.id}?as_of=${new Date(0).toISOString()}`))
    .status
  t.equal(before, 404)
  const file = await haulier.call('GET', at(note.id, '/1.pdf'))
  t.equal(file.headers['content-type'], 'application/pdf')
  t.equal(file.headers['content-disposition'], `attachment; filename="${note.ecmr_number}.pdf"`)
  t.equal(file.headers.etag, `"${entry.sha256}"`)
  const input = inputIn(file.text)
  t.match(input, { url: entry.url, createdAt: entry.created_at, version: 1, notes: [{ noteVersion: 2 }] })
  t.same(input.notes[0]?.record, note)
  const current = `/api/ecmrs/${note.id}/document.pdf`
  t.equal((await haulier.call('GET', current)).text, file.text)
  const kept = await haulier.call('GET', current, undefined, { 'if-none-match': `"${entry.sha256}"` })
  t.equal(kept.status, 304)
  for (const type of ['svg', 'png'])
    t.equal((await haulier.call('GET', `/api/ecmrs/${note.id}/document.qr.${type}`)).status, 200)
})

t.test('a draft is made of any note at any time and leaves no trace', async (t) => {
  const note = await haulier.create(cmrFields)
  const current = `/api/ecmrs/${note.id}/document.pdf`
  t.match((await haulier.call('GET', current)).problem(), { status: 404, code: 'document_not_issued' })
  t.match((await haulier.call('GET', `/api/ecmrs/${note.id}/document.qr.svg`)).problem(), {
    code: 'document_not_issued',
  })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'PO-1' })
  for (const [query, language, version] of [
    ['preview=true', 'es', 3],
    ['language=pt', 'pt', 3],
    [`as_of=${note.created_at}`, 'es', 2],
  ] as const) {
    const draft = await haulier.call('GET', `${current}?${query}`)
    const input = inputIn(draft.text)
    t.match(input, { mark: 'draft', language, notes: [{ noteVersion: version }] }, query)
    t.notOk(input.url, 'no address')
  }
  t.match(parsed(await haulier.call('GET', at(note.id))), { data: [] })
})

t.test('a clock that was set back makes no version older than what it says', async (t) => {
  const note = await haulier.create(decaFields)
  const first = parsed(await haulier.call('POST', at(note.id)))
  const early = await api.another({ clock: () => new Date(0) })
  const body = { reason: 'a clearer copy' }
  const second = parsed(await early.haulier.call('POST', at(note.id), body))
  t.ok(second.modified_at >= first.modified_at)
  t.equal(second.created_at, first.created_at)
})

t.test('issued while a reader held the note: the reader may still change it', async (t) => {
  const note = await haulier.create()
  await haulier.call('POST', at(note.id))
  const change = (version: number) =>
    haulier.call(
      'PATCH',
      `/api/ecmrs/${note.id}`,
      { reference: `v${version}` },
      { 'if-match': `"${version}"` },
    )
  t.equal((await change(1)).status, 200)
  t.equal((await change(2)).status, 412)
})

t.test('an address is closed seven days after delivery, not before', async (t) => {
  const note = await haulier.create(decaFields)
  const { document_id, url } = parsed(await haulier.call('POST', at(note.id)))
  const close = () => haulier.call('DELETE', at(note.id, '/1/link'))
  t.match((await close()).problem(), { status: 409, code: 'too_early', closable_from: null })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'delivered' })
  t.match((await close()).problem(), { code: 'too_early', closable_from: /T/ })
  const later = await api.another({ clock: () => new Date(Date.now() + 9 * 86_400_000) })
  const closed = await later.haulier.call('DELETE', at(note.id, '/1/link'))
  t.match(parsed(closed), { n: 1, status: 'closed', url })
  t.equal((await later.haulier.call('DELETE', at(note.id, '/1/link'))).status, 200, 'once more')
  const { rows } = await pool.query('select closed_at from documents.links where document_id = $1', [
    document_id,
  ])
  t.ok(rows[0].closed_at)
  const next = parsed(await haulier.call('POST', at(note.id)))
  t.match(next, { version: 1, supersedes: document_id }, 'a closed address gets no further version')
})

t.test('the other party has addresses of its own', async (t) => {
  const note = await haulier.create(decaFields)
  const { document_id, url } = parsed(await haulier.call('POST', at(note.id)))
  const shared = await haulier.call('POST', at(note.id, '/1/links'), { for: 'counterparty' })
  t.equal(shared.status, 201)
  const other = parsed(shared)
  t.not(other.url, url)
  t.match(other, { keep_until: null, for: 'counterparty' })
  const hash = createHash('sha256')
    .update(Buffer.from(other.url.split('/').at(-1), 'base64url'))
    .digest()
  const { rows } = await pool.query(
    'select document_id, purpose from documents.links where token_hash = $1',
    [hash],
  )
  t.same(rows, [{ document_id, purpose: 'counterparty' }])
})

t.test('one document for several notes', async (t) => {
  const notes = [
    await haulier.create(decaFields),
    await haulier.create({ ...decaFields, reference: 'second' }),
  ]
  const ids = notes.map(({ id }) => id)
  const joint = await haulier.call('POST', '/api/documents', { ecmr_ids: ids })
  t.equal(joint.status, 201)
  t.match(parsed(joint), { kind: 'deca', version: 1, ecmr_ids: ids })
  for (const id of ids)
    t.match(parsed(await haulier.call('GET', at(id))), {
      data: [{ sha256: parsed(joint).sha256, ecmr_ids: ids }],
    })
  t.equal(
    (await haulier.call('POST', '/api/documents', { ecmr_ids: ids })).status,
    200,
    'nothing has changed',
  )
  await haulier.call('PATCH', `/api/ecmrs/${ids[1]}`, { reference: 'third' })
  const next = await haulier.call('POST', '/api/documents', { ecmr_ids: ids })
  t.match(parsed(next), { version: 2, url: parsed(joint).url })

  const otherCarrier = await haulier.create({ ...decaFields, carrier_tax_id: 'B12345674' })
  const abroad = await haulier.create(cmrFields)
  const cancelled = await haulier.create(decaFields)
  await haulier.call('POST', `/api/ecmrs/${cancelled.id}/cancellation`, { reason: 'withdrawn' })
  const foreign = await rival.create(decaFields)
  const unknown = '0193a1c0-0000-7000-8000-000000000001'
  for (const [second, expected] of [
    [otherCarrier.id, { status: 409, code: 'different_parties', detail: String(otherCarrier.id) }],
    [abroad.id, { status: 409, code: 'different_parties', detail: String(abroad.id) }],
    [cancelled.id, { status: 409, code: 'different_parties', detail: String(cancelled.id) }],
    [foreign.id, { status: 404, detail: String(foreign.id) }],
    [unknown, { status: 404, detail: unknown }],
    [ids[0], { status: 400, errors: [{ pointer: '/ecmr_ids/1', code: 'repeated' }] }],
  ] as const)
    t.match(
      (await haulier.call('POST', '/api/documents', { ecmr_ids: [ids[0], second] })).problem(),
      expected,
    )
})

t.test('what cannot be made or kept is told, and nothing is recorded', async (t) => {
  const note = await haulier.create(decaFields)
  const failing = (error: Error) => async () => Promise.reject(error)
  const storage = { ...plainFiles().storage, put: failing(new StorageUnavailable('it is full')) }
  for (const [name, files, expected] of [
    ['storage', plainFiles({ storage }), { status: 503, code: 'documents_unavailable' }],
    [
      'renderer',
      plainFiles({ render: failing(new DocumentRenderingUnavailable(7, 'too many wait')) }),
      { status: 503, code: 'documents_unavailable' },
    ],
    [
      'size',
      plainFiles({ render: failing(new DocumentTooLarge(6e6, [{ name: 'events.jsonl', bytes: 4e6 }])) }),
      { status: 409, code: 'document_too_large', detail: 'events.jsonl (4,000,000 bytes)' },
    ],
  ] as const) {
    const other = await api.another({ files })
    const answer = await other.haulier.call('POST', at(note.id))
    t.match(answer.problem(), expected, name)
    if (expected.status === 503) t.ok(answer.headers['retry-after'], name)
  }
  t.match(parsed(await haulier.call('GET', at(note.id))), { data: [] })
})

t.test('documents are their company’s, and every wrong address is unknown', async (t) => {
  const note = await haulier.create(decaFields)
  await haulier.call('POST', at(note.id))
  const calls = [
    ['POST', ''],
    ['GET', ''],
    ['GET', '/1'],
    ['GET', '/1.pdf'],
    ['GET', '/1/reads'],
    ['POST', '/1/links', { for: 'counterparty' }],
    ['DELETE', '/1/link'],
  ] as const
  for (const [method, path, body] of calls)
    t.equal((await rival.call(method, at(note.id, path), body)).status, 404, `${method} ${path}`)
  t.same(parsed(await haulier.call('GET', at(note.id, '/1/reads'))).data, [], 'nobody has fetched it')
  for (const n of ['0', '2', '-1', '1e3', 'x', '9999999'])
    for (const end of ['', '.pdf'])
      t.equal((await haulier.call('GET', at(note.id, `/${n}${end}`))).status, 404, n)
})

t.test('the strict policy: no taking over within Spain before the document is issued', async (t) => {
  const company = await createCompany(pool, { name: 'Strict', policy: 'strict' }, operator)
  const strict = api.customer(company, await api.keyFor(company))
  const note = await strict.create(decaFields)
  const take = () => strict.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'in_transit' })
  t.match((await take()).problem(), { status: 409, code: 'document_required' })
  await strict.call('POST', at(note.id))
  t.equal((await take()).status, 200)
})

t.test('the lenient policy: told from taking over until the document is issued', async (t) => {
  const note = await haulier.create(decaFields)
  const document = async () => {
    const { compliance } = (await haulier.call('GET', `/api/ecmrs/${note.id}`)).record()
    return compliance.deca.missing.find(({ field }: { field: string }) => field === 'document')
  }
  t.notOk(await document())
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'in_transit' })
  t.match(await document(), { article: 'BOE-A-2026-12784 1', severity: 'missing' })
  await haulier.call('POST', at(note.id))
  t.notOk(await document())
})

t.test('a delivery is stated with its instant and keeps the recorded one beside it', async (t) => {
  const note = await haulier.create()
  const patch = (body: object) => haulier.call('PATCH', `/api/ecmrs/${note.id}`, body)
  const taken = (await patch({ status: 'in_transit' })).record()
  const faulty = await patch({ status: 'delivered', delivered_at: '2020-01-01T10:00:00Z' })
  t.match(faulty.problem(), { status: 400, errors: [{ pointer: '/delivered_at' }] })
  const early = new Date(Date.parse(String(taken.taken_over_at)) - 60_000).toISOString()
  t.match((await patch({ status: 'delivered', delivered_at: early })).problem(), {
    errors: [{ pointer: '/delivered_at', code: 'contradiction' }],
  })
  t.match((await patch({ delivered_at: early })).problem(), {
    status: 400,
    errors: [{ pointer: '/delivered_at' }],
  })
  const done = (await patch({ status: 'delivered', delivered_at: taken.taken_over_at })).record()
  t.equal(done.delivered_at, taken.taken_over_at)
  t.ok(String(done.delivery_recorded_at) >= String(done.delivered_at))
})

t.test('the versions of a note are walked with a cursor, also while further ones are issued', async (t) => {
  const note = await haulier.create(decaFields)
  for (const reason of ['one', 'two', 'three', 'four']) await haulier.call('POST', at(note.id), { reason })
  const seen: number[] = []
  for (let query = '?limit=2'; query !== ''; ) {
    const { data, pagination } = JSON.parse((await haulier.call('GET', at(note.id, query))).text)
    seen.push(...data.map(({ n }: { n: number }) => n))
    t.equal(pagination.has_more, pagination.next_cursor !== null)
    query = pagination.has_more ? `?limit=2&cursor=${pagination.next_cursor}` : ''
    if (seen.length === 2) await haulier.call('POST', at(note.id), { reason: 'five' })
  }
  t.same(seen, [4, 3, 2, 1])
  const { pagination } = JSON.parse((await haulier.call('GET', at(note.id, '?limit=1'))).text)
  const other = await haulier.create(decaFields)
  const foreign = await haulier.call('GET', at(other.id, `?cursor=${pagination.next_cursor}`))
  t.match(foreign.problem(), { status: 400, errors: [{ pointer: '/cursor' }] })
  const past = await haulier.call(
    'GET',
    at(note.id, `?as_of=${note.created_at}&cursor=${pagination.next_cursor}`),
  )
  t.match(past.problem(), { status: 400, errors: [{ pointer: '/cursor', message: /other filters/ }] })
})
