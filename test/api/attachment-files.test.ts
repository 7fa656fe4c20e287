import { commandHandler, type KeepingAttachments, lookAtAttachments } from '@ecmr/application'
import { attachmentView } from '@ecmr/contract'
import { type EventStore, OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { type ObjectStorage, objectKey, StorageUnavailable } from '@ecmr/storage'
import t from 'tap'
import { decaFields } from '../domain/facts.js'
import { type ApiProcess, buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { plainFiles } from '../support/document-files.js'
import { form } from '../support/photographs.js'

let storage: ObjectStorage | undefined
const api = await buildTestApi(t, ({ files }) => {
  storage = files.storage
  return {}
})
const { haulier, pool, store, recorded, dataKeys } = api
if (storage === undefined) throw new Error('there is no storage')
const objects = storage

const removed: string[] = []
const silent = { info: () => undefined, warn: () => undefined }
const options: Omit<KeepingAttachments, 'pauseMs'> = {
  ...{ pool, store, storage: objects, log: silent, signal: new AbortController().signal },
  metrics: { removed: (why) => void removed.push(why), failed: () => void removed.push('failed') },
}

/** Makes the time pass after which everything that is due is looked at. */
async function later(): Promise<readonly string[]> {
  removed.length = 0
  await pool.query('update attachments.files set due_at = now() where due_at is not null')
  await lookAtAttachments(options)
  return [...removed]
}

let count = 0
const pdf = (): Buffer => Buffer.from(`%PDF-1.7\n${++count}\n%%EOF\n`)

function upload(id: string, bytes: Buffer, { app } = api as Pick<ApiProcess, 'app'>) {
  const { payload, headers } = form({ kind: 'other' }, { name: 'a.pdf', bytes })
  const sent = { 'x-api-key': haulier.key, ...headers }
  return app.inject({ method: 'POST', url: `/api/ecmrs/${id}/attachments`, payload, headers: sent })
}

const add = async (id: string, bytes: Buffer) => asPromised(attachmentView, (await upload(id, bytes)).json())

const withdraw = (id: string, attachment: string) =>
  haulier.call('POST', `/api/ecmrs/${id}/attachments/${attachment}/withdrawal`, { reason: 'wrong' })
const isThere = async (sha256: string): Promise<boolean> => (await objects.head(sha256)) !== undefined

/** As an upload, or the making of a document, leaves it whose process died before the event. */
async function lost(id: string, sha256: string, documentId?: string): Promise<void> {
  await pool.query(
    `insert into attachments.files (attachment_id, sha256, ecmr_id, company_id, document_id, is_document, due_at)
      values (gen_random_uuid(), $1, $2, $3, $4, $5, now() + interval '30 minutes')`,
    [sha256, id, haulier.company.id, documentId, documentId !== undefined],
  )
}

/** Has a document of a note issued by a process that appends to the log like this. */
async function issueWith(id: string, append: EventStore['append']) {
  const commands = commandHandler({ store: { ...recorded, append }, keys: dataKeys })
  return (await api.another({ commands })).haulier.call('POST', `/api/ecmrs/${id}/documents`)
}

const documentsOnTheirWay = async () =>
  (
    await pool.query<{ readonly sha256: string; readonly document_id: string }>(
      'select sha256, document_id from attachments.files where document_id is not null',
    )
  ).rows

t.test('bytes that no event names are removed after a while, and not before', async (t) => {
  const note = await haulier.create()
  const sha256 = await objects.put(pdf())
  await lost(note.id, sha256)
  removed.length = 0
  t.equal(await lookAtAttachments(options), 0, 'it may still be recorded')
  t.ok(await isThere(sha256))
  t.strictSame(await later(), ['not_recorded'])
  t.notOk(await isThere(sha256))
})

t.test('bytes that an event names stay, whatever the row says', async (t) => {
  const note = await haulier.create()
  const { attachment_id, sha256 } = await add(note.id, pdf())
  await pool.query('update attachments.files set due_at = now() where attachment_id = $1', [attachment_id])
  t.strictSame(await later(), [])
  t.ok(await isThere(sha256))
  const { rows } = await pool.query('select due_at from attachments.files where attachment_id = $1', [
    attachment_id,
  ])
  t.strictSame(rows, [{ due_at: null }])
})

t.test('the same bytes of another attachment stay', async (t) => {
  const [note, other] = [await haulier.create(), await haulier.create()]
  const { sha256 } = await add(note.id, pdf())
  await lost(other.id, sha256)
  t.strictSame(await later(), ['not_recorded'])
  t.ok(await isThere(sha256))
})

t.test('the same bytes of a document stay', async (t) => {
  const note = await haulier.create()
  const document = pdf()
  const sha256 = await objects.put(document)
  const { attachment_id } = await add(note.id, document)
  await haulier.call('POST', `/api/ecmrs/${note.id}/cancellation`, { reason: 'Twice' })
  await withdraw(note.id, attachment_id)
  t.strictSame(await later(), ['withdrawn'])
  t.ok(await isThere(sha256))
})

t.test('bytes of what was withdrawn stay while the note has to be kept', async (t) => {
  const note = await haulier.create()
  const { attachment_id, sha256 } = await add(note.id, pdf())
  await withdraw(note.id, attachment_id)
  t.strictSame(await later(), [])
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'delivered' })
  t.strictSame(await later(), [])
  t.ok(await isThere(sha256))
  const { rows } = await pool.query<{ due_at: Date }>(
    'select due_at from attachments.files where attachment_id = $1',
    [attachment_id],
  )
  t.ok((rows[0]?.due_at.getTime() ?? 0) - Date.now() > 360 * 86_400_000, 'until a year after delivery')
})

t.test('bytes of what was withdrawn from a cancelled note go', async (t) => {
  const note = await haulier.create()
  const { attachment_id, sha256 } = await add(note.id, pdf())
  await withdraw(note.id, attachment_id)
  await haulier.call('POST', `/api/ecmrs/${note.id}/cancellation`, { reason: 'Twice' })
  t.strictSame(await later(), ['withdrawn'])
  t.notOk(await isThere(sha256))
})

t.test('the file of a document that could not be recorded is removed after a while', async (t) => {
  const note = await haulier.create(decaFields)
  const answer = await issueWith(note.id, async () => {
    throw new StoreUnavailable('the event log is away')
  })
  t.equal(answer.status, 503)
  const [file] = await documentsOnTheirWay()
  if (file === undefined) throw new Error('the file was not named')
  t.equal(await lookAtAttachments(options), 0, 'it may still be recorded')
  t.ok(await isThere(file.sha256))
  await lost(note.id, file.sha256, file.document_id)
  await pool.query(
    `update attachments.files set due_at = now() - interval '1 hour' where ctid =
      (select ctid from attachments.files where document_id is not null limit 1)`,
  )
  t.equal(await lookAtAttachments(options), 1)
  t.ok(await isThere(file.sha256), 'another process is about to record the same')
  t.strictSame(await later(), ['not_recorded'])
  t.notOk(await isThere(file.sha256))
  t.strictSame(await documentsOnTheirWay(), [])
})

t.test('the file of a document that was recorded stays, also when its process could not know', async (t) => {
  const note = await haulier.create(decaFields)
  const issued = (await haulier.call('POST', `/api/ecmrs/${note.id}/documents`)).json() as { sha256: string }
  t.strictSame(await documentsOnTheirWay(), [], 'it is in the log')
  await lost(note.id, issued.sha256, note.id)
  t.strictSame(await later(), [])
  t.ok(await isThere(issued.sha256))
  t.strictSame(await documentsOnTheirWay(), [])
})

t.test('an answer of the event log that is lost loses no file', async (t) => {
  const note = await haulier.create(decaFields)
  await issueWith(note.id, async (...given) => {
    await recorded.append(...given)
    throw new OutcomeUnknown('no answer came')
  })
  const files = (await haulier.call('GET', `/api/ecmrs/${note.id}/documents`)).json() as {
    readonly data: readonly { readonly sha256: string }[]
  }
  t.equal(files.data.length, 1)
  t.strictSame(await later(), [])
  t.ok(await isThere(files.data[0]?.sha256 ?? ''))
  t.strictSame(await documentsOnTheirWay(), [])
})

t.test('the bytes of a document that was not recorded stay when an attachment has them', async (t) => {
  const [note, other] = [await haulier.create(decaFields), await haulier.create()]
  const { attachment_id, sha256 } = await add(other.id, pdf())
  await lost(note.id, sha256, note.id)
  t.strictSame(await later(), ['not_recorded'])
  t.ok(await isThere(sha256))
  await haulier.call('POST', `/api/ecmrs/${other.id}/cancellation`, { reason: 'Twice' })
  await withdraw(other.id, attachment_id)
  t.strictSame(await later(), ['withdrawn'])
  t.notOk(await isThere(sha256), 'they are of the attachment alone')
})

t.test('a document that is refused is refused also while its file cannot be removed', async (t) => {
  const note = await haulier.create(decaFields)
  const issue = (by: Customer, reason: string) =>
    by.call('POST', `/api/ecmrs/${note.id}/documents`, { reason })
  await issue(haulier, 'The first')
  const put: ObjectStorage['put'] = async (bytes, key) => {
    t.equal((await issue(haulier, 'Before the other')).status, 201)
    return objects.put(bytes, key)
  }
  const remove = async () => Promise.reject(new StorageUnavailable('it is away'))
  const { haulier: slow } = await api.another({ files: plainFiles({ storage: { ...objects, put, remove } }) })
  const answer = await issue(slow, 'The other')
  t.match(answer.problem(), { status: 409, code: 'document_version_taken' })
  const files = await documentsOnTheirWay()
  t.not(files.length, 0)
  for (const { sha256 } of files) t.ok(await isThere(sha256))
  t.strictSame(
    await later(),
    files.map(() => 'not_recorded'),
  )
  for (const { sha256 } of files) t.notOk(await isThere(sha256))
})

t.test('the bytes of an attachment stay when a document was issued that has them', async (t) => {
  const [note, other] = [await haulier.create(decaFields), await haulier.create()]
  const bytes = pdf()
  const { attachment_id, sha256 } = await add(other.id, bytes)
  const render = async () => ({ bytes, template: 'deca/test', replacedCharacters: [] })
  const { haulier: same } = await api.another({ files: plainFiles({ storage: objects, render }) })
  t.match((await same.call('POST', `/api/ecmrs/${note.id}/documents`)).json(), { sha256 })
  await haulier.call('POST', `/api/ecmrs/${other.id}/cancellation`, { reason: 'Twice' })
  await withdraw(other.id, attachment_id)
  t.strictSame(await later(), ['withdrawn'])
  t.ok(await isThere(sha256))
})

/** A process in which keeping a file takes so long that it is given up. */
function heldUp(): Promise<ApiProcess> {
  const put: ObjectStorage['put'] = async (bytes, key) => {
    await later()
    return objects.put(bytes, key)
  }
  return api.another({ files: plainFiles({ storage: { ...objects, put } }) })
}

t.test('a document whose file took so long to keep that it was given up is not recorded', async (t) => {
  const note = await haulier.create(decaFields)
  const answer = await (await heldUp()).haulier.call('POST', `/api/ecmrs/${note.id}/documents`)
  t.equal(answer.status, 503)
  t.match((await haulier.call('GET', `/api/ecmrs/${note.id}/documents`)).json(), { data: [] })
  const [file] = await documentsOnTheirWay()
  t.ok(await isThere(file?.sha256 ?? ''))
  t.strictSame(await later(), ['not_recorded'])
  t.notOk(await isThere(file?.sha256 ?? ''))
})

t.test('nor is an attachment, and a document that has the same bytes keeps them', async (t) => {
  const note = await haulier.create()
  const [bytes, document] = [pdf(), pdf()]
  await objects.put(document)
  for (const file of [bytes, document]) {
    t.equal((await upload(note.id, file, await heldUp())).statusCode, 503)
    t.ok(await isThere(objectKey(file)))
    t.strictSame(await later(), ['not_recorded'])
  }
  t.same((await haulier.call('GET', `/api/ecmrs/${note.id}/attachments`)).json(), { data: [] })
  t.notOk(await isThere(objectKey(bytes)))
  t.ok(await isThere(objectKey(document)))
})
