import { type KeepingAttachments, lookAtAttachments } from '@ecmr/application'
import { attachmentView } from '@ecmr/contract'
import type { ObjectStorage } from '@ecmr/storage'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { form } from '../support/photographs.js'

let storage: ObjectStorage | undefined
const api = await buildTestApi(t, ({ files }) => {
  storage = files.storage
  return {}
})
const { haulier, pool, store } = api
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

async function add(id: string, bytes: Buffer) {
  const { payload, headers } = form({ kind: 'other' }, { name: 'a.pdf', bytes })
  const sent = { 'x-api-key': haulier.key, ...headers }
  const url = `/api/ecmrs/${id}/attachments`
  const answer = await api.app.inject({ method: 'POST', url, payload, headers: sent })
  return asPromised(attachmentView, answer.json())
}

const withdraw = (id: string, attachment: string) =>
  haulier.call('POST', `/api/ecmrs/${id}/attachments/${attachment}/withdrawal`, { reason: 'wrong' })
const isThere = async (sha256: string): Promise<boolean> => (await objects.head(sha256)) !== undefined

/** As an upload leaves it whose process died before the event. */
async function lost(id: string, sha256: string): Promise<void> {
  await pool.query(
    `insert into attachments.files (attachment_id, sha256, ecmr_id, company_id, is_document, due_at)
      values (gen_random_uuid(), $1, $2, $3, false, now() + interval '30 minutes')`,
    [sha256, id, haulier.company.id],
  )
}

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
