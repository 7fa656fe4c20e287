import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  commandHandler,
  type Erasing,
  eraseAgain,
  erasePersonalData,
  idempotency,
  keepDocumentsCurrent,
  keepErasures,
} from '@ecmr/application'
import { actingFor, ERASED, noteStream } from '@ecmr/domain'
import { sealEvent, verifyLog } from '@ecmr/event-store'
import { verifyProjections } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { openObjectStorage } from '@ecmr/storage'
import { eraseMessages, planDeliveries } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { commandLine } from '../cli/ground.js'
import { decaFields } from '../domain/facts.js'
import { buildTestApi } from '../support/api.js'
import { memoryStorage, plainFiles } from '../support/document-files.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { SECRET_KEY } from '../support/service-ground.js'
import { until } from '../support/until.js'

const NAME = 'Zoraida Quintanilla'
const PARTY = 'Transportes Quiroga'

const storage = memoryStorage()
const files = plainFiles({ storage })
const api = await buildTestApi(t, () => ({ files }))
const { haulier, rival, pool, store, recorded, dataKeys, url } = api
const commands = commandHandler({ store: recorded, keys: dataKeys })
const cases = { pool, store, recorded, dataKeys, commands }
const stop = new AbortController()
const warnings: unknown[] = []
const working = {
  ...{ ...cases, files, storage, idempotency: idempotency(pool), siteUrl: 'https://ecmr.example' },
  ...{ signal: stop.signal, gatheredMs: 0, restS: 0.3 },
  eraseCopies: (events: readonly string[], categories: Erasing['categories']) =>
    eraseMessages(pool, events, categories),
  log: { warn: (fields: object) => void warnings.push(fields) },
}
const workers = Promise.all([keepDocumentsCurrent(working), keepErasures(working)])
t.teardown(async () => {
  stop.abort()
  await workers
})

const company = actingFor(haulier.company.id)
const caller = {
  company,
  actor: { kind: 'user', id: randomUUID(), company_id: company },
  correlationId: 'test',
} as const
const asked = (noteId: string, more: Partial<Erasing> = {}): Erasing => ({
  ...{ noteId, categories: ['people'], reason: 'asked for by the driver', by: 'owner' },
  commandId: randomUUID(),
  ...more,
})
const erase = (noteId: string, more: Partial<Erasing> = {}, by = caller) =>
  erasePersonalData(cases, by, asked(noteId, more))

/** By the log: read models may not know of the last erasure yet. */
const everythingIsDone = () =>
  until(async () => {
    const ids = (await recorded.readAll({ after: '', limit: 10_000 }))
      .filter(
        ({ type, data }) =>
          type === 'PersonalDataErased' && (data as { readonly due?: string }).due === undefined,
      )
      .map(({ id }) => id)
    const { rows } = await pool.query(
      'select count(*)::int as done from privacy.erasures where event_id = any($1) and done_at is not null',
      [ids],
    )
    return rows[0].done === ids.length
  }, 'all erasures to be carried out')

/** Every value of every table, as text; of the given schemas only. */
async function dump(db: Pool, isWanted: (schema: string) => boolean): Promise<string> {
  const { rows: columns } = await db.query(`
    select table_schema as schema, table_name as name, string_agg(
      case data_type when 'bytea' then format('encode(%I, ''escape'')', column_name) else format('%I::text', column_name) end,
      ' || '' '' || ' order by ordinal_position) as whole
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') group by 1, 2`)
  const texts: string[] = []
  for (const { schema, name, whole } of columns.filter((one) => isWanted(one.schema))) {
    const parts = whole.split(` || ' ' || `).map((part: string) => `coalesce(${part}, '')`)
    const { rows } = await db.query(`select ${parts.join(` || ' ' || `)} as line from ${schema}."${name}"`)
    texts.push(...rows.map(({ line }) => `${schema}.${name}: ${line}`))
  }
  return texts.join('\n')
}

const placesOf = (text: string, name: string) => text.split('\n').filter((line) => line.includes(name))
const stored = () =>
  [...storage.objects.values()].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n')

async function namedNote() {
  const note = await haulier.create({
    ...{ driver_name: NAME, sender_contact_name: NAME, notes: `ring ${NAME}`, carrier_company_name: PARTY },
    reference: 'PO-1',
    metadata: { contact: NAME },
  })
  const path = `/api/ecmrs/${note.id}`
  await haulier.call('PATCH', path, { metadata: { contact: `Sra. ${NAME}`, order: '4711' } })
  await haulier.call('PATCH', path, { sender_contact_name: `${NAME} Ruiz` })
  await haulier.call('POST', `${path}/documents`)
  await haulier.call('POST', `${path}/incidents`, { type: 'delay', description: `${NAME} fell ill` })
  const { incidents } = (await haulier.call('GET', path)).record()
  const resolution = { outcome: 'continue', note: `${NAME} is well` }
  await haulier.call('POST', `${path}/incidents/${incidents[0]?.incident_id}/resolution`, resolution)
  await haulier.call('POST', `${path}/signatures`, {
    ...{
      role: 'sender',
      signer_name: NAME,
      signer_tax_id: '12345678Z',
      method: 'typed',
      remarks: `by ${NAME}`,
    },
  })
  return note
}

t.test('a person is gone from everything that keeps a note', async (t) => {
  const { id: webhook } = JSON.parse(
    (
      await haulier.call('POST', '/api/webhooks', {
        url: 'http://127.0.0.1:9/',
        events: ['ecmr.created', 'ecmr.signed', 'ecmr.assigned', 'ecmr.updated'],
      })
    ).text,
  )
  t.ok(webhook)
  const notes = [await namedNote(), await namedNote(), await namedNote()]
  for (const { id } of notes) await planDeliveries(pool, await store.readStream(noteStream(id)))
  await until(async () => placesOf(await dump(pool, () => true), NAME).length > 3 * 6, 'the read models')
  t.notMatch(await dump(pool, (schema) => schema === 'log'), NAME, 'the log never said the name')
  t.match(stored(), NAME)
  const before = (await haulier.call('GET', `/api/ecmrs/${notes[0]?.id}`)).record()
  // As it is after a document was recorded by a process that died just then.
  await pool.query(
    `insert into attachments.files (attachment_id, sha256, ecmr_id, company_id, document_id, is_document, due_at)
      select gen_random_uuid(), unnest($1::text[]), $2, $3, gen_random_uuid(), true, now() + interval '30 minutes'`,
    [[...storage.objects.keys()], notes[0]?.id, haulier.company.id],
  )

  for (const { id } of notes) t.match(await erase(id), { outcome: 'erased' })
  await everythingIsDone()
  t.same(placesOf(await dump(pool, () => true), NAME), [])
  t.notMatch(stored(), NAME)
  t.match(stored(), PARTY, 'the documents are there, with all else')
  t.notMatch(JSON.stringify(warnings), NAME)

  const path = `/api/ecmrs/${notes[0]?.id}`
  const record = (await haulier.call('GET', path)).record()
  t.match(record, { driver_name: ERASED, notes: ERASED, carrier_company_name: PARTY, reference: 'PO-1' })
  t.same(record.metadata, {})
  t.equal(record.signatures[0]?.content_hash, before.signatures[0]?.content_hash)
  const then = await haulier.call('GET', `${path}?as_of=${encodeURIComponent(before.updated_at)}`)
  t.equal(then.record().driver_name, ERASED, 'nor as it was before')
  t.same(then.record().metadata, {})
  t.equal((await haulier.call('GET', `${path}/documents/1.pdf`)).status, 404, 'an older version is gone')
  t.equal((await haulier.call('GET', `${path}/document.pdf`)).status, 200)
  t.match(await verifyLog({ store: recorded }), { ok: true })
  t.match(await verifyProjections({ pool, url, store, projections }), { ok: true, differences: [] })

  t.test('a second time nothing is appended, and what is written later stays', async (t) => {
    const [note] = notes
    if (!note) throw new Error('there is no note')
    const length = (await recorded.readStream(noteStream(note.id))).length
    t.match(await erase(note.id), { outcome: 'nothing' })
    t.equal((await recorded.readStream(noteStream(note.id))).length, length)
    const edited = await haulier.call('PATCH', path, {
      driver_name: 'Ana Sol',
      amendment_reason: 'another driver',
    })
    t.equal(edited.status, 200, edited.text)
    t.equal((await haulier.call('GET', path)).record().driver_name, 'Ana Sol')
    t.match(await erase(note.id, { categories: ['people', 'parties'] }), { outcome: 'erased' })
    t.notMatch((await haulier.call('GET', path)).text, /Ana Sol|Transportes Quiroga/)
  })
})

/** Erases a note when a file that says a word has been made, before it is recorded. */
function eraseWhenMade(t: Test, noteId: string, word: string) {
  const { put } = storage
  let isErased = false
  t.teardown(() => Object.assign(storage, { put }))
  Object.assign(storage, {
    put: async (bytes: Uint8Array) => {
      const key = await put(bytes)
      if (isErased || !Buffer.from(bytes).includes(word)) return key
      isErased = true
      t.match(await erase(noteId), { outcome: 'erased' }, 'before it is recorded')
      return key
    },
  })
  return { isErased: () => isErased }
}

t.test('a document that was being made while its note was erased is not kept', async (t) => {
  const { id } = await haulier.create({ driver_name: NAME, carrier_company_name: PARTY })
  eraseWhenMade(t, id, id)
  const issued = await haulier.call('POST', `/api/ecmrs/${id}/documents`)
  t.equal(issued.status, 201, issued.text)
  await everythingIsDone()
  t.notMatch(stored(), NAME)
  const { data } = JSON.parse((await haulier.call('GET', `/api/ecmrs/${id}/documents`)).text)
  t.match(data, [{ version: 1 }], 'none that shows what was erased')
  t.equal(data.length, 1)
  t.equal((await haulier.call('GET', `/api/ecmrs/${id}/document.pdf`)).status, 200)
})

t.test('between an erasure and the end of its keys, nothing that counts is made with them', async (t) => {
  const { id } = await haulier.create({ driver_name: NAME, carrier_company_name: PARTY })
  const path = `/api/ecmrs/${id}`
  await haulier.call('POST', `${path}/documents`)
  const meanwhile = {
    handle: async (...given: Parameters<typeof commands.handle>) => {
      const outcome = await commands.handle(...given)
      t.equal((await haulier.call('POST', `${path}/documents`)).status, 201, 'a document')
      t.equal((await haulier.call('PATCH', path, { driver_name: 'Ana Sol' })).status, 200, 'another driver')
      return outcome
    },
  }
  t.match(await erasePersonalData({ ...cases, commands: meanwhile }, caller, asked(id)), {
    outcome: 'erased',
  })
  await everythingIsDone()
  t.notMatch(stored(), NAME)
  t.equal((await haulier.call('GET', path)).record().driver_name, 'Ana Sol', 'what was written later stays')
  t.match(JSON.stringify(await store.readStream(noteStream(id))), 'Ana Sol')
})

t.test('what is written while the keys to be destroyed are read is erased as well', async (t) => {
  const { id } = await haulier.create({ carrier_company_name: PARTY })
  let tries = 0
  const meanwhile = {
    handle: async (...given: Parameters<typeof commands.handle>) => {
      tries += 1
      if (tries === 1) await haulier.call('PATCH', `/api/ecmrs/${id}`, { driver_name: NAME })
      return commands.handle(...given)
    },
  }
  const erasing = asked(id, { categories: ['people', 'parties'] })
  t.match(await erasePersonalData({ ...cases, commands: meanwhile }, caller, erasing), { outcome: 'erased' })
  t.equal(tries, 2)
  const { rows } = await pool.query(
    'select category from privacy.data_keys where note_id = $1 and wrapped is not null',
    [id],
  )
  t.same(rows, [], 'no key is left')

  const changing = {
    handle: async (...given: Parameters<typeof commands.handle>) => {
      await haulier.call('PATCH', `/api/ecmrs/${id}`, { driver_name: `${NAME} ${randomUUID()}` })
      return commands.handle(...given)
    },
  }
  const never = await erasePersonalData({ ...cases, commands: changing }, caller, asked(id))
  t.same(never, { outcome: 'conflict' }, 'a note that is changed all the time')
  t.match(await erase(id), { outcome: 'erased' })
})

t.test(
  'a document for several notes that one refused, being erased, is not kept in the others',
  async (t) => {
    const notes = [
      await haulier.create(decaFields),
      await haulier.create({ ...decaFields, driver_name: NAME }),
    ]
    const [first, second] = notes.map(({ id }) => id)
    if (!first || !second) throw new Error('there are no notes')
    const { isErased } = eraseWhenMade(t, second, 'PO-7')
    await haulier.call('POST', '/api/documents', { ecmr_ids: [first, second] })
    await haulier.call('PATCH', `/api/ecmrs/${first}`, { reference: 'PO-7' })
    await until(async () => isErased(), 'the worker')
    await everythingIsDone()
    t.notMatch(stored(), NAME)
    for (const id of [first, second]) {
      const { data } = JSON.parse((await haulier.call('GET', `/api/ecmrs/${id}/documents`)).text)
      t.match(data[0], { version: 3, status: 'current' })
    }
    const dataDir = await emptyDirectory(t)
    const kept = openObjectStorage({ kind: 'local', directory: join(dataDir, 'objects') })
    for (const bytes of storage.objects.values()) await kept.put(bytes)
    const { json } = commandLine({ DATABASE_URL: url, SECRET_KEY, DATA_DIR: dataDir })
    t.match(await json('documents verify'), { ok: true }, 'what is gone was erased')
  },
)

t.test('what older events say in clear is not shown any more', async (t) => {
  const id = randomUUID()
  const number = 'ECMR-2026-7F3K9QZ2M-X'
  const { id: _, ...fields } = {
    id,
    sender_company_name: 'Olivos',
    driver_name: 'Old Driver',
    pickup_date: '2026-11-23',
  }
  const event = sealEvent(noteStream(id), 0, {
    ...{ id: randomUUID(), type: 'EcmrCreated' },
    data: { id, ecmr_number: number, company_id: company, policy: 'lenient', fields },
    metadata: {
      ...{
        $correlationId: 'c',
        $causationId: 'c',
        actor: { ...caller.actor, name: 'Old Actor' },
        command_id: randomUUID(),
      },
      ...{ schema_version: 1, recorded_at: '2026-01-01T00:00:00.000Z', company_id: company, prev_hash: null },
      ...{ ecmr_number: number, status: 'draft' },
    },
  })
  await recorded.append(noteStream(id), 'no_stream', [event])
  t.match(await erase(id), { outcome: 'erased' })
  t.match(await erase(id), { outcome: 'nothing' })
  await everythingIsDone()
  const text = await dump(pool, (schema) => schema !== 'log')
  t.same(placesOf(text, 'Old Driver'), [])
  t.notMatch((await haulier.call('GET', `/api/ecmrs/${id}`)).text, 'Old Driver')
  t.match(await verifyProjections({ pool, url, store, projections }), { ok: true, differences: [] })
  t.match(await verifyLog({ store: recorded }), { ok: true })
})

t.test('what cannot be erased', async (t) => {
  const note = await haulier.create({ driver_name: NAME })
  const others = { ...caller, company: actingFor(rival.company.id) }
  t.match(await erase(note.id, {}, others), { outcome: 'refused', refusal: { code: 'not_found' } })
  t.match(await erase(randomUUID()), { outcome: 'refused', refusal: { code: 'not_found' } })
  t.match(await erase(note.id, { reason: `${NAME} wants it` }), { refusal: { code: 'invalid_command' } })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'in_transit' })
  t.match(await erase(note.id), { outcome: 'refused', refusal: { code: 'erasure_held' } })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'delivered' })
  const waits = await erase(note.id)
  t.match(waits, { outcome: 'waits', due: /^20\d\d-/ })
  t.same(await erase(note.id), waits, 'asked for twice')
  t.equal((await haulier.call('GET', `/api/ecmrs/${note.id}`)).record().driver_name, NAME)
})

t.test('keys that come back with a backup are destroyed before anything is served', async (t) => {
  const note = await haulier.create({ driver_name: 'Back Again' })
  const kept = await pool.query('select * from privacy.data_keys where note_id = $1', [note.id])
  t.match(await erase(note.id), { outcome: 'erased' })
  const restore = async () => {
    for (const { category, wrapped } of kept.rows)
      await pool.query(
        'update privacy.data_keys set wrapped = $3, erased_at = null where note_id = $1 and category = $2 and generation = 1',
        [note.id, category, wrapped],
      )
  }
  const startAgain = async () => {
    await eraseAgain(pool, recorded)
    dataKeys.forget(note.id)
  }
  await everythingIsDone()
  const hasKey = async () => {
    const alive = `select from privacy.data_keys where note_id = $1 and category = 'people' and wrapped is not null`
    return (await pool.query(alive, [note.id])).rowCount === 1
  }
  await restore()
  t.ok(await hasKey())
  await startAgain()
  t.notOk(await hasKey())
  t.equal((await haulier.call('GET', `/api/ecmrs/${note.id}`)).record().driver_name, ERASED)
  await restore()
  await pool.query(`update projections.checkpoints set position = '' where name = 'history'`)
  await pool.query(`delete from rm_history.events where ecmr_id = $1`, [note.id])
  await startAgain()
  t.notOk(await hasKey())
  t.notMatch(JSON.stringify(await store.readStream(noteStream(note.id))), 'Back Again')
})
