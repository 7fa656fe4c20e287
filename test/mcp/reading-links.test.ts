import { EventEmitter, once } from 'node:events'
import { setPlan } from '@ecmr/accounts'
import {
  ASSISTANTS_ROLE,
  accessTokens,
  endGrant,
  lateReadingLinks,
  pruneReadingLinks,
} from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import { callTool } from '@ecmr/mcp'
import type { ReadingOutcome, ReadingRequest } from '@ecmr/ocr'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { multipart, PNG, pngOf } from '../panel/paper-office.js'
import { readerOfNothing, testReading } from '../support/document-reader.js'
import { letIn } from '../support/mcp.js'
import { buildTestPanel, operator } from '../support/panel.js'
import { outcomeOf } from '../support/paper-reader.js'
import type { Page, Visit } from '../support/visit.js'
import { keepsPromise } from './tools-promises.js'
import { type Found, toolContext } from './tools-scene.js'

// A person sends a document from a browser, and the assistant gets what was read of it. The panel reads, another process with a role
// of its own hands over, and all that is between them is a row.

const asked: ReadingRequest[] = []
const readings = new EventEmitter()
let answer: () => ReadingOutcome | Promise<ReadingOutcome> = () => outcomeOf(testReading)
const panel = await buildTestPanel(t, () => ({
  documents: {
    async read(request) {
      asked.push(request)
      readings.emit('begun')
      return answer()
    },
  },
}))
const { pool, haulier, rival } = panel
for (const { id } of [haulier, rival]) await setPlan(pool, id, 'pro', operator)
const limited = openPool({ url: panel.url, max: 4, name: 'test links, limited', role: ASSISTANTS_ROLE })
const tokens = accessTokens({ pool: limited })
t.teardown(async () => {
  await tokens.close()
  await limited.end()
})
const lucia = await panel.person(haulier)
const emma = await panel.person(haulier, 'member', 'Emma')
const rivalOwner = await panel.person(rival)
t.beforeEach(() => {
  asked.length = 0
  answer = () => outcomeOf(testReading)
})

/** An assistant that a person has connected, and how it calls the tool. */
async function assistantOf(
  person: Visit & { readonly user: { readonly id: string } },
  name = 'Asistente <b>',
) {
  const { access_token } = await letIn(pool, person.user.id, name, panel.dependencies.siteUrl)
  const assistant = await tokens.authenticate(access_token)
  if (assistant === undefined) throw new Error('no access')
  const call = async (args: object = {}): Promise<Found> => {
    const context = toolContext(haulier, { pool: limited, documents: readerOfNothing })
    const result = await callTool('extraer_documento', args, { ...context, assistant })
    if (result === undefined) throw new Error('no such tool')
    keepsPromise('extraer_documento', result)
    return result.structuredContent ?? { refused: result.content[0]?.text }
  }
  return { assistant, call }
}

async function send(by: Visit, path: string, picture = PNG): Promise<Page> {
  const { formToken = '' } = await by.open('/ecmrs/leer')
  const { type, body } = multipart([
    ['_csrf', formToken],
    ['image', picture, { name: 'cmr.png' }],
  ])
  return by.post(path, body, { 'content-type': type })
}

const pathOf = ({ upload_url }: Found): string => new URL(String(upload_url)).pathname

t.test('without an image the tool gives a link, and by its id what was read', async (t) => {
  const { call } = await assistantOf(lucia)
  const link = await call({ prompt: '¿Quién envía?' })
  t.match(link, {
    status: 'waiting',
    upload_url: /^https:\/\/ecmr\.example\/documento-para-asistente\/[\w-]{43}$/,
  })
  const { reading_id } = link
  t.match(await call({ reading_id }), { status: 'waiting', upload_url: link.upload_url, next_step: String })
  const page = await lucia.open(pathOf(link))
  t.match(page, {
    status: 200,
    text: /«Asistente <b>» le pide un documento.*recibirá los datos leídos, no la imagen/,
  })
  t.match(page.html, 'capture="environment"', 'a telephone may open its camera')
  const english = await lucia.open(pathOf(link), { 'accept-language': 'en' })
  t.match(english.status, 200)
  t.match(await send(lucia, pathOf(link)), { status: 200, text: /Vuelva a su asistente/ })
  t.match(asked, [{ companyId: haulier.id, prompt: '¿Quién envía?' }])
  const read = await call({ reading_id })
  t.match(read, {
    status: 'read',
    document_type: 'cmr',
    data: testReading.data,
    raw_text: testReading.raw_text,
  })
  t.same(await call({ reading_id }), read, 'an answer that was lost can be asked for again')
  t.match(await lucia.open(pathOf(link)), { status: 410, text: /ya se ha usado/ })
  t.match(await send(lucia, pathOf(link)), { status: 410, text: /ya se ha usado/ })
  t.equal(asked.length, 1)
  t.match(await call({ reading_id, image: 'data:' }), { refused: /una sola cosa/ })
})

t.test('what is stored says nothing to those who read the database', async (t) => {
  const { call } = await assistantOf(lucia)
  const link = await call({ prompt: 'Pregunta secreta' })
  await send(lucia, pathOf(link))
  const { rows } = await pool.query(
    `select encode(token_hash, 'escape') as hash, encode(reading, 'escape') as reading, l::text as row
     from oauth.reading_links l order by created_at desc limit 1`,
  )
  const stored = JSON.stringify(rows)
  for (const secret of [String(link.reading_id), 'Aceites', 'Durand', 'secreta', PNG.toString('base64')])
    t.notMatch(stored, secret)
  t.ok(rows[0].reading.length > 100)
})

t.test('links are for the person who connected the assistant', async (t) => {
  const { call } = await assistantOf(lucia)
  const link = await call()
  for (const other of [emma, rivalOwner]) {
    const page = await other.open(pathOf(link))
    t.match(page, { status: 403, text: /es para otra persona/ })
    t.notMatch(page.text, /Asistente <b>/, 'the page says nothing about it')
    t.match(await send(other, pathOf(link)), { status: 403 })
  }
  t.match(await panel.visitor().open(pathOf(link)), { status: 303, location: /^\/entrar\?siguiente=/ })
  t.match(await (await assistantOf(emma)).call({ reading_id: link.reading_id }), {
    refused: /no hay ninguna lectura/,
  })
  t.match(
    await (await assistantOf(lucia)).call({ reading_id: link.reading_id }),
    { refused: /no hay ninguna/ },
    'nor for another connection',
  )
  for (const guess of ['x', 'A'.repeat(43), `${String(link.reading_id).slice(0, -1)}_`]) {
    t.match(await lucia.open(`/documento-para-asistente/${guess}`), { status: 404, text: /no existe/ })
    t.match(await call({ reading_id: guess }), { refused: /no hay ninguna lectura/ })
  }
  t.same(asked, [])
  t.match(await send(lucia, pathOf(link)), { status: 200 }, 'the person it is for may still use it')
})

t.test('of two who send a document at once one is read; a reading under way is waited for', async (t) => {
  const { call } = await assistantOf(lucia)
  const link = await call()
  let goOn: () => void = () => undefined
  answer = () =>
    new Promise<ReadingOutcome>((resolve) => {
      goOn = () => resolve(outcomeOf(testReading))
    })
  const begun = once(readings, 'begun')
  const first = send(lucia, pathOf(link))
  await begun
  t.match(await send(lucia, pathOf(link)), { status: 409, text: /Ya se está leyendo/ })
  const waiting = call({ reading_id: link.reading_id })
  goOn()
  t.match(await first, { status: 200 })
  t.match(await waiting, { status: 'read' })
  t.equal(asked.length, 1)
})

t.test('a picture that cannot be read leaves the link as it was', async (t) => {
  const { call } = await assistantOf(lucia)
  const link = await call()
  t.match(await send(lucia, pathOf(link), pngOf(20, 20)), { status: 400, text: /demasiado pequeña/ })
  answer = () => ({ ok: false, fault: { code: 'damaged' } })
  const page = await send(lucia, pathOf(link))
  t.match(page, { status: 400, text: /dañado/ })
  t.match(page.html, `action="${pathOf(link)}"`, 'another one can be sent')
  answer = () => Promise.reject(new Error('broken'))
  t.equal((await send(lucia, pathOf(link))).status, 500)
  answer = () => outcomeOf(testReading)
  t.match(await send(lucia, pathOf(link)), { status: 200 })
})

t.test('a link ends after ten minutes, and with the connection of its assistant', async (t) => {
  const { assistant, call } = await assistantOf(lucia)
  const [late, ended, read] = [await call(), await call(), await call()]
  await send(lucia, pathOf(read))
  asked.length = 0
  const expire = (link: Found) =>
    pool.query(
      `update oauth.reading_links set expires_at = now() - interval '1 second' where token_hash = sha256($1::bytea)`,
      [String(link.reading_id)],
    )
  await expire(late)
  await expire(read)
  t.match(await lucia.open(pathOf(late)), { status: 410, text: /ha caducado/ })
  t.match(await send(lucia, pathOf(late)), { status: 410, text: /ha caducado/ })
  for (const { reading_id } of [late, read])
    t.match(await call({ reading_id }), { refused: /no hay ninguna/ })
  await endGrant(pool, actingFor(haulier.id), assistant.grantId, operator)
  t.match(await lucia.open(pathOf(ended)), { status: 410, text: /ya no está conectado/ })
  t.same(asked, [])
})

t.test('what has expired is erased, and health counts what is late', async (t) => {
  const { call } = await assistantOf(lucia)
  await send(lucia, pathOf(await call()))
  await pool.query(`update oauth.reading_links set expires_at = now() - interval '10 minutes'`)
  t.ok((await lateReadingLinks(pool, 300)) > 0)
  t.ok((await pruneReadingLinks(pool)) > 0)
  t.equal(await lateReadingLinks(pool, 0), 0)
  const left = await pool.query(
    'select reading, prompt from oauth.reading_links where reading is not null or prompt is not null',
  )
  t.same(left.rows, [])
  await pool.query(`update oauth.reading_links set expires_at = now() - interval '2 hours'`)
  await pruneReadingLinks(pool)
  t.same((await pool.query('select 1 from oauth.reading_links')).rows, [])
})

t.test('a company has twenty links at a time, also when they are asked for at once', async (t) => {
  const { call } = await assistantOf(lucia)
  const links = await Promise.all(Array.from({ length: 25 }, () => call()))
  t.equal(links.filter(({ status }) => status === 'waiting').length, 20)
  t.match(
    links.find(({ refused }) => refused),
    { refused: /demasiados enlaces.*espere \d+ segundos/ },
  )
  t.match(
    await (await assistantOf(rivalOwner)).call(),
    { status: 'waiting' },
    'another company is not held up',
  )
})
