import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attachmentList, attachmentView } from '@ecmr/contract'
import { noteStream } from '@ecmr/domain'
import { expensiveReads } from '@ecmr/web'
import t from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { form, photograph, telephonePhotograph } from '../support/photographs.js'

/** Bytes that reads were counted with. */
const counted: number[] = []
const reads = expensiveReads()
const expensive: typeof reads = {
  async enter(...asked) {
    const turn = await reads.enter(...asked)
    if (!turn.ok) return turn
    const leave = (bytes: number): void => {
      counted.push(bytes)
      turn.leave(bytes)
    }
    return { ...turn, leave }
  },
}
const api = await buildTestApi(t, () => ({ expensive }))
const { haulier, rival } = api

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n%%EOF\n')

type Fields = Readonly<Record<string, string>>

/** Sends a form, and says what came back. */
async function send(
  by: Customer,
  id: string,
  fields: Fields,
  file: { readonly name?: string; readonly bytes: Uint8Array } | undefined,
  headers: Fields = {},
) {
  const { payload, headers: type } = form(fields, ...(file ? [file] : []))
  return api.app.inject({
    method: 'POST',
    url: `/api/ecmrs/${id}/attachments`,
    payload,
    headers: { 'x-api-key': by.key, ...type, ...headers },
  })
}

async function add(
  by: Customer,
  id: string,
  fields: Fields,
  file: Parameters<typeof send>[3],
  headers: Fields = {},
) {
  const answer = await send(by, id, fields, file, headers)
  t.equal(answer.statusCode, 201, answer.body)
  return { answer, attachment: asPromised(attachmentView, answer.json()) }
}

async function listed(by: Customer, id: string) {
  const answer = await by.call('GET', `/api/ecmrs/${id}/attachments`)
  return asPromised(attachmentList, answer.json()).data
}

const content = (by: Customer, id: string, attachment_id: string, headers: Fields = {}) =>
  api.app.inject({
    url: `/api/ecmrs/${id}/attachments/${attachment_id}/content`,
    headers: { 'x-api-key': by.key, ...headers },
  })

t.test('a photograph is added, listed and given out as a file that nothing runs', async (t) => {
  const note = await haulier.create()
  const bytes = await telephonePhotograph()
  const said = { kind: 'damage_photo', title: 'Palé roto', description: 'Esquina inferior' }
  const { answer, attachment } = await add(haulier, note.ecmr_number, said, { name: '../Foto ñ.JPG', bytes })
  t.match(attachment, {
    ...said,
    ...{ state: 'kept', media_type: 'image/jpeg', name: 'Foto ñ.jpg', width: 64, height: 48 },
    ...{ sent_sha256: sha256(bytes), added_by: { kind: 'api_key' } },
  })
  t.notOk('location' in attachment, 'nobody asked to keep the place')
  const { attachment_id } = attachment
  t.equal(answer.headers.location, `/api/ecmrs/${note.id}/attachments/${attachment_id}`)
  t.strictSame(await listed(haulier, note.id), [attachment])
  const one = await haulier.call('GET', `/api/ecmrs/${note.id}/attachments/${attachment_id}`)
  t.strictSame(one.json(), attachment)
  const file = await content(haulier, note.id, attachment_id)
  t.equal(sha256(file.rawPayload), attachment.sha256)
  t.notMatch(file.rawPayload.toString('latin1'), 'SecretPhone')
  t.match(file.headers, {
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="Foto _.jpg"; filename*=UTF-8''Foto%20%C3%B1.jpg`,
    'content-security-policy': /sandbox/,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    etag: `"${attachment.sha256}"`,
  })
  const held = await content(haulier, note.id, attachment_id, { 'if-none-match': `"${attachment.sha256}"` })
  t.equal(held.statusCode, 304)
  const events = await haulier.call('GET', `/api/ecmrs/${note.id}/events`)
  t.match(events.text, /"type":"AttachmentAdded".*Palé roto/)
  const recorded = JSON.stringify(await api.recorded.readStream(noteStream(note.id)))
  t.notMatch(recorded, /Foto|Palé|Esquina/, 'what may belong to persons is sealed')
})

t.test('the place is kept when asked, and sealed', async (t) => {
  const note = await haulier.create()
  const bytes = await telephonePhotograph()
  const { attachment } = await add(haulier, note.id, { kind: 'load_photo', keep_location: 'true' }, { bytes })
  t.strictSame(attachment.location, { latitude: 37.7749, longitude: -3.7903 })
  t.notMatch(JSON.stringify(await api.recorded.readStream(noteStream(note.id))), '37.7749')
})

t.test('a repeat adds nothing; the same key with another file is another request', async (t) => {
  const note = await haulier.create()
  const key = { 'idempotency-key': 'once' }
  const file = { bytes: await photograph('png') }
  const first = await add(haulier, note.id, { kind: 'other' }, file, key)
  const again = await add(haulier, note.id, { kind: 'other' }, file, key)
  t.equal(again.attachment.attachment_id, first.attachment.attachment_id)
  t.equal(again.answer.headers['idempotent-replayed'], 'true')
  t.equal((await listed(haulier, note.id)).length, 1)
  const other = await send(haulier, note.id, { kind: 'other' }, { bytes: await photograph('webp') }, key)
  t.match(other.json(), { status: 422, code: 'idempotency_key_reused' })
  const named = await send(haulier, note.id, { kind: 'weight_note' }, file, key)
  t.match(named.json(), { status: 422, code: 'idempotency_key_reused' })
})

t.test('what is sent wrongly is refused, and says what to do', async (t) => {
  const note = await haulier.create()
  const bytes = await photograph()
  const codes = async (fields: Fields, file: Parameters<typeof send>[3]) => {
    const answer = await send(haulier, note.id, fields, file)
    const errors: readonly { pointer: string; code: string }[] = answer.json().errors ?? []
    return [answer.statusCode, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)]
  }
  const kind = 'damage_photo'
  t.strictSame(await codes({ kind }, undefined), [400, '/file required'])
  t.strictSame(await codes({}, { bytes }), [400, '/kind required'])
  t.match(await codes({ kind: 'selfie' }, { bytes }), [400, /^\/kind /])
  t.match(await codes({ kind, when: 'today' }, { bytes }), [400, /^\/when /])
  t.strictSame(await codes({ kind }, { bytes: Buffer.from('<svg onload="alert(1)"/>') }), [
    400,
    '/file wrong_type',
  ])
  t.strictSame(await codes({ kind }, { bytes: bytes.subarray(0, -9) }), [400, '/file damaged'])
  t.strictSame(await codes({ kind }, { name: 'a.jpg', bytes: PDF }), [400, '/file not_a_picture'])
  t.strictSame(await codes({ kind, sha256: '0'.repeat(64) }, { bytes }), [400, '/file other_sha256'])
  t.strictSame(await codes({ kind }, { bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 1) }), [
    413,
    '/file too_large',
  ])
  t.strictSame(await listed(haulier, note.id), [])
  const good = await send(haulier, note.id, { kind, sha256: sha256(bytes) }, { bytes })
  t.equal(good.statusCode, 201)
  const elsewhere = await api.app.inject({
    ...{ method: 'POST', url: `/api/ecmrs/${note.id}/signatures` },
    ...{ payload: form({ kind }, { bytes }).payload },
    headers: { 'x-api-key': haulier.key, ...form({}).headers },
  })
  t.equal(elsewhere.statusCode, 415, 'forms are taken here only')
})

t.test('a file counts for less than as many bytes of history', async (t) => {
  const note = await haulier.create()
  const bytes = Buffer.concat([PDF, Buffer.alloc(100_000, ' '), Buffer.from('\n%%EOF\n')])
  const { attachment } = await add(haulier, note.id, { kind: 'other' }, { bytes })
  counted.length = 0
  const file = await content(haulier, note.id, attachment.attachment_id)
  t.equal(file.statusCode, 200)
  t.same(new Set(counted), new Set([file.rawPayload.length / 8]))
})

t.test('a note has 50 attachments at most', async (t) => {
  const note = await haulier.create()
  const bytes = await photograph()
  for (let count = 0; count < 50; count++) await add(haulier, note.id, { kind: 'other' }, { bytes })
  const answer = await send(haulier, note.id, { kind: 'other' }, { bytes })
  t.match(answer.json(), { status: 409, code: 'too_many', detail: /50 attachments/ })
})

t.test('an attachment is withdrawn with a reason, and not given out any more', async (t) => {
  const note = await haulier.create()
  const { attachment } = await add(haulier, note.id, { kind: 'other' }, { bytes: PDF })
  const path = `/api/ecmrs/${note.id}/attachments/${attachment.attachment_id}`
  t.equal((await haulier.call('POST', `${path}/withdrawal`, { reason: ' ' })).status, 400)
  await haulier.call('POST', `/api/ecmrs/${note.id}/cancellation`, { reason: 'Twice' })
  const withdrawn = await haulier.call('POST', `${path}/withdrawal`, { reason: 'Another lorry' })
  t.equal(withdrawn.status, 200, withdrawn.text)
  t.match(asPromised(attachmentView, withdrawn.json()), {
    state: 'withdrawn',
    withdrawn_reason: 'Another lorry',
  })
  t.equal((await haulier.call('POST', `${path}/withdrawal`, { reason: 'Again' })).status, 200)
  t.match((await listed(haulier, note.id))[0], { state: 'withdrawn', withdrawn_reason: 'Another lorry' })
  t.match((await content(haulier, note.id, attachment.attachment_id)).json(), {
    ...{ status: 409, code: 'attachment_withdrawn' },
  })
  t.match((await send(haulier, note.id, { kind: 'other' }, { bytes: PDF })).json(), { code: 'cancelled' })
})

t.test('other companies find nothing', async (t) => {
  const note = await haulier.create()
  const { attachment } = await add(haulier, note.id, { kind: 'other' }, { bytes: PDF })
  const path = `/api/ecmrs/${note.id}/attachments`
  for (const each of ['', `/${attachment.attachment_id}`, `/${attachment.attachment_id}/content`])
    t.equal((await rival.call('GET', `${path}${each}`)).status, 404, each)
  t.equal((await send(rival, note.id, { kind: 'other' }, { bytes: PDF })).statusCode, 404)
  const theirs = `${path}/${attachment.attachment_id}/withdrawal`
  t.equal((await rival.call('POST', theirs, { reason: 'Mine' })).status, 404)
  const own = await haulier.create()
  t.equal((await content(haulier, own.id, attachment.attachment_id)).statusCode, 404, 'nor at another note')
})

t.test('the control document of the other side is fetched, and never called valid', async (t) => {
  const server = createServer((request, response) => {
    const { url = '' } = request
    if (url === '/moved') response.writeHead(302, { location: '/deca.pdf' }).end()
    else if (url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/deca.pdf' }).end()
    else if (url === '/round') response.writeHead(302, { location: '/round' }).end()
    else if (url === '/page') response.end('<html>')
    else if (url === '/large') response.end(Buffer.alloc(11 * 1024 * 1024, 1))
    else if (url === '/gone') response.writeHead(404).end()
    else response.end(PDF)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const note = await haulier.create()
  const fetch = (path: string) =>
    haulier.call('POST', `/api/ecmrs/${note.id}/attachments`, {
      source_url: `http://127.0.0.1:${port}${path}`,
    })
  const fetched = await fetch('/moved')
  t.equal(fetched.status, 201, fetched.text)
  t.match(asPromised(attachmentView, fetched.json()), {
    ...{ kind: 'received_deca', media_type: 'application/pdf', sha256: sha256(PDF) },
    source_url: `http://127.0.0.1:${port}/moved`,
  })
  const refusals = {
    '/inside': 'forbidden_address',
    '/round': 'too_many_redirects',
    '/page': 'wrong_type',
    '/large': 'too_large',
    '/gone': 'status',
  }
  for (const [path, code] of Object.entries(refusals))
    t.match((await fetch(path)).json(), { errors: [{ pointer: '/source_url', code }] }, path)
  for (const source_url of [
    'http://169.254.169.254/latest',
    'ftp://127.0.0.1/a',
    'http://user:secret@127.0.0.1/',
  ])
    t.equal((await haulier.call('POST', `/api/ecmrs/${note.id}/attachments`, { source_url })).status, 400)
})

t.test('what attachments take counts for the company', async (t) => {
  const { company } = haulier
  const used = async (): Promise<number> => {
    const { rows } = await api.pool.query('select bytes from rm_history.usage where company_id = $1', [
      company.id,
    ])
    return Number(rows[0]?.bytes ?? 0)
  }
  const note = await haulier.create()
  await haulier.call('GET', `/api/ecmrs/${note.id}/events`)
  const before = await used()
  const large = Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(500_000, 32), Buffer.from('%%EOF\n')])
  await add(haulier, note.id, { kind: 'other' }, { bytes: large })
  await haulier.call('GET', `/api/ecmrs/${note.id}/events`)
  t.ok((await used()) - before > 500_000)
})
