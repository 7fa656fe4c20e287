import { randomUUID } from 'node:crypto'
import {
  commandHandler,
  erasePersonalData,
  idempotency,
  issueJointDocument,
  keepDocumentsCurrent,
} from '@ecmr/application'
import { DocumentRenderingUnavailable } from '@ecmr/documents'
import { actingFor } from '@ecmr/domain'
import t, { type Test } from 'tap'
import { cmrFields, decaFields } from '../domain/facts.js'
import { buildTestApi, type TestApi } from '../support/api.js'
import { inputIn, plainFiles } from '../support/document-files.js'
import { until } from '../support/until.js'

const files = plainFiles()
const api = await buildTestApi(t, () => ({ files }))
const { haulier, rival } = api
const { pool, store, recorded, dataKeys } = api
const commands = commandHandler({ store: recorded, keys: dataKeys })
const company = actingFor(haulier.company.id)
const caller = {
  company,
  policy: 'lenient',
  actor: { kind: 'user', id: randomUUID(), company_id: company },
  correlationId: 'joint',
} as const
const issuing = {
  pool,
  store,
  files,
  commands,
  idempotency: idempotency(pool),
  siteUrl: 'https://ecmr.example',
}

const document = async (id: unknown, by: TestApi['haulier'] = haulier) =>
  JSON.parse((await by.call('GET', `/api/ecmrs/${id}/documents`)).text).data[0]
const issue = (id: unknown, by: TestApi['haulier'] = haulier) => by.call('POST', `/api/ecmrs/${id}/documents`)

/** A worker that gathers nothing, so that tests need not wait; what it is given besides decides. */
function work(t: Test, changed: Partial<Parameters<typeof keepDocumentsCurrent>[0]> = {}) {
  const stop = new AbortController()
  const warnings: string[] = []
  const ended = keepDocumentsCurrent({
    ...{ ...issuing, signal: stop.signal, gatheredMs: 0 },
    log: { warn: ({ err }: { err?: Error }) => warnings.push(String(err?.message)) },
    ...changed,
  })
  const end = async (): Promise<void> => {
    stop.abort()
    await ended
  }
  t.teardown(end)
  return { warnings, end }
}

t.test('a change brings the next version to the same address, an incident does not', async (t) => {
  work(t)
  const note = await haulier.create(decaFields)
  const first = JSON.parse((await issue(note.id)).text)
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { vehicle_plate: '9999 XYZ' })
  await until(async () => (await document(note.id)).version === 2, 'the worker')
  const second = await document(note.id)
  t.match(second, { url: first.url, created_at: first.created_at, note_version: 4 })
  t.notOk(second.reason)
  const file = await haulier.call('GET', `/api/ecmrs/${note.id}/documents/2.pdf`)
  t.equal(inputIn(file.text).notes[0]?.record.vehicle_plate, '9999 XYZ')

  const incident = { type: 'delay', description: 'Flat tyre' }
  await haulier.call('POST', `/api/ecmrs/${note.id}/incidents`, incident)
  // Another note is served meanwhile, so the worker has been round.
  const other = await haulier.create(decaFields)
  await issue(other.id)
  await haulier.call('PATCH', `/api/ecmrs/${other.id}`, { reference: 'PO-1' })
  await until(async () => (await document(other.id)).version === 2, 'the worker')
  t.equal((await document(note.id)).version, 2)
})

t.test('a cancelled note’s document says so', async (t) => {
  work(t)
  const note = await haulier.create(cmrFields)
  await issue(note.id)
  await haulier.call('POST', `/api/ecmrs/${note.id}/cancellation`, { reason: 'withdrawn' })
  await until(async () => (await document(note.id)).version === 2, 'the worker')
  const file = await haulier.call('GET', `/api/ecmrs/${note.id}/documents/2.pdf`)
  t.equal(inputIn(file.text).notes[0]?.record.cancelled, true)
  t.match((await issue(note.id)).problem(), { status: 409, code: 'cancelled' })
})

t.test('what fails is tried again and stands in no other’s way', async (t) => {
  const broken = await haulier.create(decaFields)
  const sound = await rival.create(decaFields)
  await issue(broken.id)
  await issue(sound.id, rival)
  const failing = new Set([broken.id])
  const render: typeof files.render = async (input, caller) => {
    if (failing.has(String(input.notes[0]?.record.id))) throw new DocumentRenderingUnavailable(1, 'it broke')
    return files.render(input, caller)
  }
  const counted = { issued: 0, failed: 0, waiting: 0 }
  const { warnings } = work(t, {
    files: { ...files, render },
    metrics: {
      issued: (count) => {
        counted.issued += count
      },
      failed: () => {
        counted.failed += 1
      },
      waiting: (notes) => {
        counted.waiting = notes
      },
    },
  })
  for (const [by, { id }] of [
    [haulier, broken],
    [rival, sound],
  ] as const)
    await by.call('PATCH', `/api/ecmrs/${id}`, { reference: 'PO-1' })
  await until(async () => (await document(sound.id, rival)).version === 2, 'the worker')
  await until(async () => counted.waiting === 1, 'the worker')
  t.ok(counted.failed > 0)
  t.match(warnings, ['it broke'])
  t.equal((await document(broken.id)).version, 1)
  failing.clear()
  await until(async () => (await document(broken.id)).version === 2, 'the worker')
})

t.test('two workers at once issue each version once', async (t) => {
  work(t)
  work(t)
  const note = await haulier.create(decaFields)
  await issue(note.id)
  for (const reference of ['a', 'b', 'c']) {
    const { version } = await document(note.id)
    await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference })
    await until(async () => (await document(note.id)).version > version, 'the worker')
  }
  const { data } = JSON.parse((await haulier.call('GET', `/api/ecmrs/${note.id}/documents`)).text)
  const versions = data.map(({ version }: { version: number }) => version)
  t.same(versions, [...new Set(versions)])
})

t.test('a change of one of several notes is a version for all', async (t) => {
  work(t)
  const notes = [await haulier.create(decaFields), await haulier.create(decaFields)]
  const ids = notes.map(({ id }) => id)
  const joint = JSON.parse((await haulier.call('POST', '/api/documents', { ecmr_ids: ids })).text)
  await haulier.call('PATCH', `/api/ecmrs/${ids[1]}`, { reference: 'PO-1' })
  for (const id of ids) await until(async () => (await document(id)).version === 2, 'the worker')
  const [first, second] = [await document(ids[0]), await document(ids[1])]
  t.equal(first.sha256, second.sha256)
  t.equal(first.url, joint.url)
})

/** The worker leaves to the process that issues a document what is only seconds old. */
async function makeOld(noteId: unknown): Promise<void> {
  await until(async () => {
    const { rowCount } = await pool.query('select from rm_documents.notes where ecmr_id = $1', [noteId])
    return rowCount === 1
  }, 'the row')
  await pool.query(`update rm_documents.notes set joint_at = joint_at - interval '1 minute'`)
}

/** Issues a document for several notes in a process that ends when the first of them has it. */
async function issueAndEnd(t: Test, noteIds: readonly string[]): Promise<void> {
  let handled = 0
  const dying = {
    handle: async (request: Parameters<typeof commands.handle>[0]) => {
      handled += 1
      if (handled > 1) throw new Error('the process ends here')
      return commands.handle(request)
    },
  }
  await t.rejects(issueJointDocument({ ...issuing, commands: dying }, caller, { noteIds }), /ends here/)
}

async function erasePeople(t: Test, noteId: string): Promise<void> {
  const erased = await erasePersonalData({ pool, recorded, dataKeys, commands }, caller, {
    ...{ noteId, categories: ['people'], reason: 'asked for', by: 'owner', commandId: randomUUID() },
  })
  t.equal(erased.outcome, 'erased')
}

const PERSON = 'Zoraida Quintanilla'

/** The ids of two notes that may stand in one document; the second one names a person. */
async function twoNotes(): Promise<readonly [string, string]> {
  const [{ id: first }, { id: second }] = [
    await haulier.create(decaFields),
    await haulier.create({ ...decaFields, driver_name: PERSON }),
  ]
  return [first, second]
}

t.test('what a crash left out of some notes is completed', async (t) => {
  const [first, second] = await twoNotes()
  await issueAndEnd(t, [first, second])
  t.notOk(await document(second))
  await makeOld(first)
  const { warnings } = work(t)
  await until(async () => (await document(second)) !== undefined, 'the worker')
  t.equal((await document(first)).sha256, (await document(second)).sha256)
  t.same(warnings, [], 'what has the version already is not asked to take it again')
})

t.test('a first version that a note refused, being erased, is replaced', async (t) => {
  const [first, second] = await twoNotes()
  const { storage } = files
  const put: typeof storage.put = async (bytes) => {
    await erasePeople(t, second)
    return storage.put(bytes)
  }
  const erasing = { ...issuing, files: { ...files, storage: { ...storage, put } } }
  await issueJointDocument(erasing, caller, { noteIds: [first, second] })
  const { sha256 } = await document(first)
  t.match(new TextDecoder().decode(await storage.get(sha256)), PERSON)
  t.notOk(await document(second))
  await makeOld(first)
  const { warnings } = work(t)
  await until(async () => (await document(second))?.version === 2, 'the worker')
  t.same(warnings, [])
  t.equal(await storage.head(sha256), undefined, 'its file is removed')
  const file = await haulier.call('GET', `/api/ecmrs/${first}/document.pdf`)
  t.equal(inputIn(file.text).notes.length, 2)
  t.notMatch(file.text, PERSON)
})

t.test('one that a note erased before refuses, having changed since, keeps its file', async (t) => {
  const [first, second] = await twoNotes()
  await erasePeople(t, second)
  await issueAndEnd(t, [first, second])
  const { sha256 } = await document(first)
  await haulier.call('PATCH', `/api/ecmrs/${second}`, { reference: 'PO-1' })
  await makeOld(first)
  const { warnings } = work(t)
  await until(async () => (await document(second))?.version === 2, 'the worker')
  t.same(warnings, [])
  t.ok(await files.storage.head(sha256), 'its file is kept')
})
