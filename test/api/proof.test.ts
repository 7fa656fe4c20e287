import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { get as open } from 'node:http'
import { appendCompanyEvents, commandHandler, erasePersonalData, issuedInput } from '@ecmr/application'
import { actingFor, toEcmrEvent } from '@ecmr/domain'
import { verifyProof } from '@ecmr/evidence/verifier'
import { ObjectDamaged } from '@ecmr/storage'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { cmrFields } from '../domain/facts.js'
import { unpacked } from '../evidence/attacks/edited.js'
import { buildTestApi, operator, SITE_URL, type TestApi } from '../support/api.js'
import { inputIn, memoryStorage, plainFiles } from '../support/document-files.js'
import { memoryEvidence } from '../support/memory-evidence.js'
import { until } from '../support/until.js'

const storage = memoryStorage()
/** The storage may be slow, or have something else than was put there. */
let get: typeof storage.get = storage.get
const files = plainFiles({ storage: { ...storage, get: (key) => get(key) } })
const evidence = memoryEvidence(() => api.store)
const api = await buildTestApi(t, () => ({ evidence, files }))
const { app, haulier, rival } = api
const at = (id: unknown, query = '') => `/api/ecmrs/${id}/proof${query}`

async function zip(id: unknown, query = '', headers = {}) {
  const answer = await app.inject({ url: at(id, query), headers: { 'x-api-key': haulier.key, ...headers } })
  return { ...answer, status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** A note with two versions of its document, and what the answers said. */
async function noteWithDocuments(by: TestApi['haulier'] = haulier) {
  const note = await by.create(cmrFields)
  const issue = async () => JSON.parse((await by.call('POST', `/api/ecmrs/${note.id}/documents`)).text)
  const first = await issue()
  await by.call('PATCH', `/api/ecmrs/${note.id}`, { vehicle_plate: '9999 XYZ' })
  return { note, hashes: [first.sha256, (await issue()).sha256] }
}

/** As its reader verifies it, with the key from elsewhere. */
const verified = async (bytes: Uint8Array) =>
  verifyProof(new Uint8Array(bytes), { keys: (await evidence.keys()).log })

const textIn = (bundle: ReadonlyMap<string, Buffer>, name: string) => bundle.get(name)?.toString() ?? ''
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Something happens to the company. */
async function recordOfCompany() {
  const id = uuidv7()
  const actor = { ...operator, company_id: haulier.company.id }
  const about = { type: 'CompanyChanged', at: new Date().toISOString(), data: {}, actor } as const
  await appendCompanyEvents(api.store, haulier.company.id, [
    { id, commandId: id, correlationId: id, ...about },
  ])
}
await recordOfCompany()

t.test('the proof has the note, its events, its documents and what binds them', async (t) => {
  const { note, hashes } = await noteWithDocuments()
  const answer = await zip(note.id)
  t.equal(answer.status, 200)
  t.match(answer.headers, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="proof-${note.ecmr_number}.zip"`,
    'content-length': String(answer.bytes.length),
  })
  t.match(await verified(answer.bytes), { ok: true, files: 2, note: { id: note.id, version: 5 } })
  const bundle = unpacked(answer.bytes)
  const documents = hashes.map((hash) => `documents/${hash}.pdf`).sort((a, b) => (a < b ? -1 : 1))
  t.same(
    [...bundle.keys()],
    [
      ...['README.txt', 'company.tlog-proof', 'disclosures.json', ...documents, 'events.jsonl'],
      ...['head.tlog-proof', 'keys.txt', 'manifest', 'note.json', 'verify.mjs'],
    ],
  )
  const read = await haulier.call('GET', `/api/ecmrs/${note.id}`, undefined, { 'accept-language': 'es' })
  const { document, metadata: _, ...record } = read.record()
  t.same(JSON.parse(textIn(bundle, 'note.json')), { ...record, document: { ...document, url: null } })
  const events = (await api.recorded.readStream(`ecmr-${note.id}`)).map(({ position: _, ...event }) => event)
  const lines = textIn(bundle, 'events.jsonl').trimEnd().split('\n')
  t.same(
    lines.map((line) => JSON.parse(line)),
    events,
    'as the log holds them',
  )
  t.notMatch(textIn(bundle, 'events.jsonl'), cmrFields.carrier_company_name, 'sealed')
  const disclosed = JSON.parse(textIn(bundle, 'disclosures.json'))
  t.match(
    disclosed.find(({ member }: { member: string }) => member === 'carrier_company_name'),
    { revision: 0, pointer: '/fields', value: cmrFields.carrier_company_name, salt: /^[\w-]{22,}$/ },
  )
  const [manifest] = textIn(bundle, 'manifest').split('\n\n')
  const size = (await evidence.latest())?.size
  t.same(manifest?.split('\n'), [
    ...[...bundle].filter(([name]) => name !== 'manifest').map(([name, file]) => `${sha256(file)}  ${name}`),
    `note ${note.id} ${note.ecmr_number} version 5 last event ecmr-${note.id}@4 at size ${size}`,
    `company company-${haulier.company.id}@0 ${(await companyHead())?.metadata.hash}`,
  ])
})

const companyHead = async () =>
  (await api.store.readStreamEnd(`company-${haulier.company.id}`, { limit: 1 })).at(-1)

t.test('a proof does not show what the company’s programs keep with the note', async (t) => {
  const note = await haulier.create({ metadata: { order: 'GEHEIM' } })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { metadata: { order: 'GEHEIM 2' } })
  const { bytes } = await zip(note.id)
  t.notMatch([...unpacked(bytes).values()].join(), /GEHEIM/)
  const verdict = await verified(bytes)
  t.match(verdict, { ok: true, events: { count: 2 } })
  t.notOk(verdict.ok && verdict.warnings.includes('values_erased'))
})

t.test('the company’s last event is the one at that size', async (t) => {
  const note = await haulier.create()
  const { bytes } = await zip(note.id)
  await recordOfCompany()
  t.ok((await zip(note.id)).bytes.equals(bytes), 'a later one is not in the tree')
})

t.test('the same state gives the same bytes, and is not sent twice', async (t) => {
  const { note } = await noteWithDocuments()
  const [first, second] = [await zip(note.id), await zip(note.id)]
  t.ok(first.bytes.equals(second.bytes))
  const etag = first.headers.etag
  t.equal((await zip(note.id, '', { 'if-none-match': etag })).status, 304)
  t.equal((await zip(note.id, '?language=en', { 'if-none-match': etag })).status, 200, 'other words')
  const head = await haulier.call('HEAD', at(note.id))
  t.match(head, { status: 200, text: '', headers: { etag, 'content-length': String(first.bytes.length) } })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'PO-1' })
  t.equal((await zip(note.id, '', { 'if-none-match': etag })).status, 200, 'one event more')
})

t.test('as of an instant it proves what stood then', async (t) => {
  const { note, hashes } = await noteWithDocuments()
  const [, , issued] = await api.store.readStream(`ecmr-${note.id}`)
  const then = `?as_of=${issued?.metadata.recorded_at}`
  const { bytes } = await zip(note.id, then)
  t.match(await verified(bytes), { ok: true, files: 1, note: { version: 3 } })
  const bundle = unpacked(bytes)
  const shown = JSON.parse(textIn(bundle, 'note.json'))
  t.match(shown, { version: 3, document: { sha256: hashes[0] } })
  t.notOk(shown.vehicle_plate)
  t.equal(textIn(bundle, 'events.jsonl').match(/\n/g)?.length, 3)
  t.notOk(bundle.has(`documents/${hashes[1]}.pdf`))
  t.match(textIn(bundle, 'manifest'), `version 3 last event ecmr-${note.id}@2 at`)
  for (const wrong of ['yesterday', '2026-02-30T00:00:00Z', '2026-11-23', '', '2026-11-23T10:00:00'])
    t.match((await haulier.call('GET', at(note.id, `?as_of=${wrong}`))).problem(), { status: 400 }, wrong)
  const twice = `?as_of=${note.created_at}&as_of=${note.created_at}`
  t.equal((await haulier.call('GET', at(note.id, twice))).status, 400)
  t.equal((await haulier.call('GET', at(note.id, '?as_of=2020-01-01T00:00:00Z'))).status, 404)
  t.equal((await zip(note.id, '?as_of=2999-01-01T00:00:00Z')).status, 200, 'the future is now')
})

t.test('what is not theirs, unknown or of a wrong form is not there', async (t) => {
  const note = await haulier.create()
  t.equal((await rival.call('GET', at(note.id))).status, 404)
  t.equal((await haulier.call('GET', at('0193a1c0-0000-7000-8000-000000000001'))).status, 404)
  t.equal((await haulier.call('GET', at('%2e%2e'))).status, 404)
  t.equal((await haulier.call('GET', at(note.id, '?language=ja'))).status, 400)
  const writing = api.customer(haulier.company, await api.keyFor(haulier.company, ['webhooks']))
  t.match((await writing.call('GET', at(note.id))).problem(), { status: 403, code: 'insufficient_scope' })
  t.equal((await zip(note.ecmr_number)).status, 200)
})

t.test('documents state the newest checkpoint, and their events record it', async (t) => {
  const { id } = await haulier.create()
  await zip(id)
  const { size, root } = (await evidence.latest()) ?? {}
  await haulier.call('POST', `/api/ecmrs/${id}/documents`)
  const issued = (await api.store.readStream(`ecmr-${id}`)).at(-1)
  t.match(issued, { type: 'DocumentIssued', data: { checkpoint: { size, root } } })
  const event = issued && toEcmrEvent(issued)
  if (event?.type !== 'DocumentIssued') return
  const { pool, store } = api
  const again = await issuedInput({ pool, store, files, siteUrl: SITE_URL }, id, event.data)
  const file = await haulier.call('GET', `/api/ecmrs/${id}/document.pdf`)
  t.strictSame(again, { outcome: 'found', input: inputIn(file.text) }, 'it can be rendered again')
  for (const query of ['', '?preview=true']) {
    const file = await haulier.call('GET', `/api/ecmrs/${id}/document.pdf${query}`)
    t.strictSame(inputIn(file.text).checkpoint, { size, root }, query)
  }
})

t.test('what was erased is not in it, and the proof still holds', async (t) => {
  const { note, hashes } = await noteWithDocuments()
  const name = cmrFields.carrier_company_name
  t.match(textIn(unpacked((await zip(note.id)).bytes), 'disclosures.json'), name)
  const { pool, recorded, dataKeys } = api
  const company = actingFor(haulier.company.id)
  const caller = { company, actor: { ...operator, company_id: company }, correlationId: note.id }
  const cases = { pool, recorded, dataKeys, commands: commandHandler({ store: recorded, keys: dataKeys }) }
  const erasing = { noteId: note.id, categories: ['parties'], reason: 'asked for', by: 'owner' } as const
  const { outcome } = await erasePersonalData(cases, caller, { ...erasing, commandId: uuidv7() })
  t.equal(outcome, 'erased')
  for (const hash of hashes) await storage.remove(hash)
  for (const [query, version] of [
    ['', 6],
    [`?as_of=${(await recorded.readStream(`ecmr-${note.id}`))[4]?.metadata.recorded_at}`, 5],
  ] as const) {
    const { bytes } = await zip(note.id, query)
    t.match(await verified(bytes), { ok: true, files: 0, note: { version } }, query)
    t.notMatch(Buffer.from(bytes).toString('latin1'), name)
  }
})

t.test('README.txt is in the language asked for, and in English', async (t) => {
  const { id } = await haulier.create()
  for (const [language, word] of Object.entries({ es: 'tribunal', de: 'Frachtbrief', en: 'expert' })) {
    const text = textIn(unpacked((await zip(id, `?language=${language}`)).bytes), 'README.txt')
    t.match(text.split('\n====')[0], word)
    t.match(text, 'What cannot be concluded'.toUpperCase())
    t.notMatch(text, /\{[a-z]+\}/)
    t.notMatch(text, /^(?! {4}).{101}/m, 'lines fit a page')
  }
})

t.test('an authority’s answer comes with its command', async (t) => {
  const { id } = await haulier.create()
  await zip(id)
  const { size = 0 } = (await evidence.latest()) ?? {}
  t.notMatch(textIn(unpacked((await zip(id)).bytes), 'README.txt'), 'checkpoint.tsr -data')
  evidence.timestamps.set(size, Buffer.from('an answer'))
  const bundle = unpacked((await zip(id)).bytes)
  t.equal(textIn(bundle, 'checkpoint.tsr'), 'an answer')
  t.match(textIn(bundle, 'README.txt'), 'openssl ts -verify -in checkpoint.tsr -data')
})

t.test('what stands in the way is said before the first byte', async (t) => {
  const { note } = await noteWithDocuments()
  const { haulier: without } = await api.another({ files })
  t.match((await without.call('GET', at(note.id))).problem(), {
    ...{ status: 503, code: 'evidence_off', detail: /EVIDENCE_KEY_FILE/ },
  })
  evidence.isSealing = false
  t.teardown(() => {
    evidence.isSealing = true
    get = storage.get
  })
  const { id } = await haulier.create()
  const early = await haulier.call('GET', at(id))
  t.match(early.problem(), { status: 503, code: 'unavailable' })
  t.equal(early.headers['retry-after'], '2')
  evidence.isSealing = true
  get = async () => undefined
  t.match((await haulier.call('GET', at(note.id))).problem(), { status: 503, code: 'documents_unavailable' })
  get = async (key) => {
    throw new ObjectDamaged(key, 'it has other bytes')
  }
  t.match((await haulier.call('GET', at(note.id))).problem(), { detail: /other bytes/ })
})

t.test('a client that goes away leaves nothing under way', async (t) => {
  const { note, hashes } = await noteWithDocuments()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => {
    get = storage.get
  })
  const reads: string[] = []
  const held = new EventEmitter()
  get = async (key) => {
    // Each is read once before the first byte is sent.
    if (reads.push(key) > hashes.length) await once(held, 'go on')
    return storage.get(key)
  }
  const client = open(`${url}${at(note.id)}`, { headers: { 'x-api-key': haulier.key } })
  client.on('error', () => undefined)
  await until(() => reads.length === hashes.length + 1, 'the first document')
  client.destroy()
  await until(async () => (await connections()) === 0, 'the end of the connection')
  held.emit('go on')
  get = storage.get
  t.equal((await zip(note.id)).status, 200, 'others are served')
  t.equal(reads.length, hashes.length + 1, 'the second document is not read for the client that left')
})

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
