import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createApiKey, drainAuditOutbox } from '@ecmr/accounts'
import { actingFor, documentStream } from '@ecmr/domain'
import { appendFacts, type NewFact } from '@ecmr/event-store'
import { type CompanyVerification, NOTHING_PROVEN, verifyCompany } from '@ecmr/read-models'
import type { Test } from 'tap'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import type { Page, Visit } from '../support/visit.js'
import { noteWriter } from './ground.js'

const COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'
/** what a request works for before its page says how far it has come */
const LONGEST_MS = 3_000

const asked: string[] = []
let isSlow = false
let gate: Promise<void> = Promise.resolve()
const panel = await buildTestPanel(t, ({ recorded }) => ({
  recorded: {
    ...recorded,
    async readStream(stream, options) {
      asked.push(stream)
      if (isSlow) await delay(LONGEST_MS)
      await gate
      return recorded.readStream(stream, options)
    },
  },
}))
const { pool, store, haulier, rival, person, dependencies } = panel
const { create, write } = noteWriter(panel)
const lucia = await person(haulier, 'member')
const note = await create({ reference: 'Cádiz' })
await write(note, { type: 'edit', changes: { reference: 'Jerez' } })
await write(note, { type: 'edit', changes: { reference: 'Rota' } })
await write(note, { type: 'edit', changes: { reference: 'Conil' } })
const short = await create()
const foreign = await create({}, rival)
await createApiKey(pool, { company_id: haulier.id, name: 'ERP' }, operator)
await drainAuditOutbox(pool, store)
const document = randomUUID()
const read = { at: '2026-10-05T08:00:00.000Z', version: 1, address: '192.0.2.0/24', link_id: document }
const facts = [randomUUID(), randomUUID()].map((id): NewFact => {
  const actor = { ...operator, company_id: haulier.id }
  const data = { document_id: document, reads: [read] }
  return {
    ...{ id, type: 'InspectionCopyServed', at: read.at, data, actor },
    commandId: id,
    correlationId: id,
  }
})
const served = await appendFacts(store, { stream: documentStream(document), companyId: haulier.id }, facts)
await dependencies.positions.waitFor(['reads'], served, 20_000)
await pool.query(`create table public.kept as table log.events;
  alter table log.events disable trigger append_only`)

const SEEN = 'position, ecmr_id, company_id, revision, type, event_id, recorded_at, data, metadata'

const own = [`company-${haulier.id}`, `ecmr-${note.id}`, `ecmr-${short.id}`, `document-${document}`]

/** What stands in the company's own stream, in its two notes and in who fetched its document. */
const { rows } = await pool.query<{ events: number }>(
  'select count(*)::int as events from log.events where stream = any($1)',
  [own],
)
const events = rows[0]?.events ?? 0

/** Does what only the owner of the table can do. It is undone after the test. */
async function tamper(t: Test, sql: string): Promise<void> {
  t.teardown(() =>
    pool.query(`truncate log.events; insert into log.events (${COLUMNS}) select ${COLUMNS} from public.kept`),
  )
  await pool.query(sql)
}

const verify = (who: Visit = lucia): Promise<Page> =>
  who.send('/auditoria/verificar', {}, { from: '/auditoria' })
const verifyNote = (id: string, who: Visit = lucia): Promise<Page> =>
  who.send(`/auditoria/verificar/${id}`, {}, { from: '/auditoria' })

t.test('an untouched log is proven, and only the company’s own streams are read', async (t) => {
  asked.length = 0
  const page = await verify()
  t.match(page.text, `Los ${events} eventos de la cuenta y de 2 cartas de porte están como se registraron`)
  t.match(page.text, `Hasta la posición del registro ${await store.head()}`)
  t.same([...asked].sort(), [...own].sort())

  const james = await person(haulier)
  await james.open('/idioma/en')
  t.match(
    (await verify(james)).text,
    /The log is intact All \d+ events of the account and of 2 consignment notes/,
  )
})

t.test('one note is proven by itself, and no other company’s', async (t) => {
  asked.length = 0
  const page = await verifyNote(note.id)
  t.match(page, { status: 200, text: /Sus 4 eventos están como se registraron/ })
  t.match(page.text, note.ecmr_number)
  t.same(asked, [`ecmr-${note.id}`])
  t.match((await verifyNote(short.id)).text, /Su único evento está como se registró/)
  const refused = { status: 404, text: /Esta página no existe/ }
  for (const id of [foreign.id, '0198aaaa-0000-7000-8000-000000000000', 'no-uuid', '%27'])
    t.match(await verifyNote(id), refused, id)
  t.same(asked.slice(1), [`ecmr-${short.id}`])
})

const here = `stream = 'ecmr-${note.id}'`
const tamperings: Readonly<Record<string, { readonly sql: string; readonly said: readonly RegExp[] }>> = {
  'one byte of the data': {
    sql: `update log.events set data = replace(data::text, 'Rota', 'Rota.')::jsonb where ${here} and revision = 2`,
    said: [/Versión 3: Datos modificados \d+ Su contenido no es el que se registró/, /Hay 1 evento alterado/],
  },
  'one byte of the metadata': {
    sql: `update log.events set metadata = replace(metadata::text, '"user"', '"usar"')::jsonb where ${here} and revision = 1`,
    said: [/Versión 2: Datos modificados \d+ Su contenido no es/, /Hay 1 evento alterado/],
  },
  'the newest event removed': {
    sql: `delete from log.events where ${here} and revision = 3`,
    said: [/Versión 4 — Falta: se registró y ya no está/, /Hay 1 evento alterado/],
  },
  'an event in the middle removed': {
    sql: `delete from log.events where ${here} and revision = 1`,
    said: [/Versión 2 — Falta/, /Hay 1 evento alterado/],
  },
  'a whole note removed': {
    sql: `delete from log.events where ${here}`,
    said: [/Versión 1 — Falta.*Versión 4 — Falta/, /Hay 4 eventos alterados/],
  },
  'two events exchanged': {
    sql: `update log.events set revision = -1 where ${here} and revision = 1;
          update log.events set revision = 1 where ${here} and revision = 2;
          update log.events set revision = 2 where ${here} and revision = -1`,
    said: [/Versión 2: .*Se ha cambiado su orden.*Versión 3: .*Se ha cambiado su orden/, /Hay 2 eventos/],
  },
}

for (const [what, { sql, said }] of Object.entries(tamperings)) {
  t.test(`${what}: the very event is named`, async (t) => {
    await tamper(t, sql)
    for (const page of [await verify(), await verifyNote(note.id)]) {
      t.equal(page.status, 200)
      for (const sentence of said) t.match(page.text, sentence)
      t.match(page.html, `href="/ecmrs/${note.id}"`)
      t.notMatch(page.text, /El registro está intacto/)
    }
    t.match((await verifyNote(short.id)).text, /El registro está intacto/)
  })
}

t.test('a changed event of the account is named', async (t) => {
  await tamper(
    t,
    `update log.events set data = replace(data::text, 'ERP', 'ERQ')::jsonb
     where stream = 'company-${haulier.id}' and type = 'ApiKeyCreated'`,
  )
  t.match((await verify()).text, /Cuenta de la empresa Versión \d+: Clave API creada \d+ Su contenido no es/)
  t.match((await verify(await person(rival))).text, /El registro está intacto/)
})

t.test('reads of a document are proven, to the last one that was seen', async (t) => {
  const reads = `stream = 'document-${document}'`
  await tamper(
    t,
    `update log.events set data = replace(data::text, '192.0.2', '192.0.3')::jsonb where ${reads} and revision = 0`,
  )
  t.match(
    (await verify()).text,
    /Accesos a un documento Versión 1: Documento descargado \d+ Su contenido no es/,
  )
  await pool.query(`delete from log.events where ${reads}`)
  t.match((await verify()).text, /Accesos a un documento Versión 1 — Falta.*Versión 2 — Falta/)
})

t.test('what the log has and the pages do not show is named', async (t) => {
  await pool.query('create table public.seen as table rm_history.events')
  t.teardown(() =>
    pool.query(`truncate rm_history.events;
      insert into rm_history.events (${SEEN}) select ${SEEN} from public.seen`),
  )
  const differs = /no en el historial/
  await pool.query('delete from rm_history.events where ecmr_id = $1 and revision = 3', [note.id])
  t.match((await verify()).text, /Versión 4 \d+ Está en el registro, pero no en el historial/)
  await pool.query('delete from rm_history.events where ecmr_id = $1', [note.id])
  const page = await verify()
  t.match(page.text, differs, 'the list still knows of the note')
  t.match(page.html, note.id)
  t.match((await verifyNote(note.id)).text, differs)
})

t.test('a verification goes on in as many steps as it takes, with the same result', async (t) => {
  await tamper(t, `delete from log.events where ${here} and revision = 3`)
  const company = actingFor(haulier.id)
  const options = { db: pool, store: dependencies.recorded, company }
  let state: CompanyVerification = NOTHING_PROVEN
  let steps = 0
  for (; state.step !== 'done'; steps++) state = await verifyCompany({ ...options, from: state, deadline: 0 })
  t.ok(steps > 3, `${steps} steps`)
  t.match(state, { notes: 2, events: events - 1, found: 1 })
  const deadline = performance.now() + 60_000
  t.same(await verifyCompany({ ...options, from: NOTHING_PROVEN, deadline }), state)
})

t.test('a page that could not come to the end goes on, for this person only', async (t) => {
  isSlow = true
  t.teardown(() => {
    isSlow = false
  })
  const page = await verify()
  t.match(page, { status: 200, text: /Comprobadas 0 de 2 cartas de porte/ })
  t.match(page.html, /<script type="module" src="\/assets\/verification\.js/)
  const hasta_ahora = /name="hasta_ahora" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  isSlow = false
  const send = (who: Visit, sealed: string) =>
    who.send('/auditoria/verificar', { hasta_ahora: sealed }, { from: '/auditoria' })
  t.match((await send(lucia, hasta_ahora)).text, `Los ${events} eventos`)

  const [text = '', seal = ''] = hasta_ahora.split('.')
  const done = Buffer.from(text, 'base64url').toString().replace('"step":"notes"', '"step":"done"')
  const forged = Buffer.from(done).toString('base64url')
  t.not(forged, text)
  for (const sealed of [`${forged}.${seal}`, 'x', `${text}.`, `.${seal}`])
    t.equal((await send(lucia, sealed)).status, 400, sealed.slice(-20))
  t.equal((await send(await person(haulier), hasta_ahora)).status, 400)
})

t.test('a user cannot run two verifications at once', async (t) => {
  const other = await pool.connect()
  t.teardown(() => other.release())
  await other.query(
    `begin; select pg_advisory_xact_lock(hashtextextended('ecmr:verification:${lucia.user.id}', 0))`,
  )
  t.match(await verify(), { status: 409, text: /Ya hay una verificación en curso/ })
  t.match(await verifyNote(note.id), { status: 409, text: /Ya hay una verificación en curso/ })
  t.match(await verify(await person(haulier)), { status: 200, text: /El registro está intacto/ })
  await other.query('rollback')
  t.match(await verify(), { status: 200, text: /El registro está intacto/ })
})

t.test('not more than three people verify at once in one process', async (t) => {
  const people = await Promise.all([1, 2, 3, 4].map(() => person(haulier)))
  let open: () => void = () => undefined
  gate = new Promise((resolve) => {
    open = resolve
  })
  const asking = people.map(verify)
  t.match(await Promise.race(asking), { status: 409, text: /Ya hay una verificación en curso/ })
  open()
  const statuses = (await Promise.all(asking)).map(({ status }) => status)
  t.same(statuses.sort(), [200, 200, 200, 409])
})

t.test('its address alone redirects to the trail', async (t) => {
  t.equal((await lucia.open('/auditoria/verificar')).location, '/auditoria')
  t.equal((await lucia.open(`/auditoria/verificar/${note.id}`)).location, '/auditoria')
})
