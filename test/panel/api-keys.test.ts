import { randomUUID } from 'node:crypto'
import { apiKeyAuthenticator, createApiKey, listApiKeys } from '@ecmr/accounts'
import { checkBody, createEcmrBody } from '@ecmr/contract'
import { actingFor } from '@ecmr/domain'
import { pino } from 'pino'
import t, { test } from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import { until } from '../support/until.js'
import { expectFaults, type Fields, withOwnCompanies } from './ground.js'

const now = new Date('2026-11-21T18:00:00Z')
const lines: string[] = []
const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const shared = await buildTestPanel(t, () => ({ logger }))
const { pool } = shared

const CLEAR = /ecmr_live_[0-9a-z]{8}_[0-9A-Za-z]{49}/

/** The form for a new key, filled in. */
const filledIn = (changed: Fields = {}): Fields => ({
  once: randomUUID(),
  name: 'ERP de Sevilla',
  scopes: ['ecmrs:read', 'ecmrs:write'],
  lifetime: 'never',
  ...changed,
})

const keysOf = ({ id }: { readonly id: string }, of = pool) => listApiKeys(of, actingFor(id))

test('a company at its limit of keys gets an error, and keeps what was filled in', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const key = { company_id: haulier.id, name: 'x' }
  for (let made = 0; made < 100; made++) await createApiKey(pool, key, operator)
  const page = await lucia.send('/claves', filledIn())
  t.match(page, { status: 409, text: /Su empresa ha alcanzado el máximo de 100 claves activas/ })
  t.match(page.html, /value="ERP de Sevilla"/)
  t.notMatch(page.html, CLEAR)
})

test('an owner makes a key that works, with a command that creates a note, and sees it this once', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  t.match((await lucia.open('/claves')).text, /Todavía no hay claves/)
  const made = await lucia.send('/claves', filledIn())
  const text = /Cópiela ahora: no la guardamos/
  t.match(made, { status: 200, headers: { 'cache-control': 'no-store' }, text })
  const [clear = ''] = CLEAR.exec(made.html) ?? []
  t.ok(made.html.includes(`data-copy="${clear}"`), 'it can be copied')
  const keys = apiKeyAuthenticator({ pool })
  t.teardown(() => keys.close())
  const scopes = new Set(['ecmrs:read', 'ecmrs:write'])
  t.match(await keys.authenticate(clear), { company: haulier.id, scopes })
  t.ok(made.text.includes(`curl -s ${SITE_URL}/api/ecmrs -H 'X-API-Key: ${clear}'`))
  const body = / -d '(\{.*?\})'/.exec(made.text)?.[1] ?? ''
  t.same(checkBody(createEcmrBody, JSON.parse(body)), [], 'the API takes what the command sends')

  const list = await lucia.open('/claves')
  const [key] = await keysOf(haulier)
  t.ok(list.text.includes(`ERP de Sevilla ecmr_live_${key?.id}_…`))
  t.match(list.text, /Leer cartas de porte, Crear y modificar cartas de porte .* No caduca Sin usar Activa/)
  t.notMatch(list.html, CLEAR)
  const { rows } = await pool.query('select type, actor, data::text from accounts.audit_outbox order by seq')
  t.match(rows.at(-1), { type: 'ApiKeyCreated', actor: { kind: 'user', id: lucia.user.id } })
  for (const output of [JSON.stringify(rows), ...lines]) t.notOk(output.includes(clear.slice(-49)))
})

test('the same form sent again makes no second key, and says that the key cannot be shown again', async (t) => {
  const { person, haulier, lucia } = await withOwnCompanies(shared)
  const form = filledIn()
  t.match(await lucia.send('/claves', form), { status: 200, html: CLEAR })
  const again = await lucia.send('/claves', form)
  t.match(again.text, /Esta clave ya se había creado .* se mostró la primera vez/)
  t.notMatch(again.html, CLEAR)
  t.equal((await keysOf(haulier)).length, 1)
  const colleague = await person(haulier)
  t.match(await colleague.send('/claves', form), { html: CLEAR }, 'another user’s form is separate')
  t.match(await lucia.send('/claves', { ...form, name: 'Otra' }), { html: CLEAR }, 'so is one filled in anew')
  t.equal((await keysOf(haulier)).length, 3)
})

test('a key ends when its maker says, by the days of the company’s time zone', async (t) => {
  const { person, haulier, pool } = await buildTestPanel(t, () => ({ clock: () => now }))
  const lucia = await person(haulier)
  for (const [lifetime, date, expires] of [
    ['never', '2026-12-24', null],
    ['30', '', '2026-12-21T18:00:00.000Z'],
    ['365', '', '2027-11-21T18:00:00.000Z'],
    ['date', '2026-11-21', '2026-11-21T22:59:59.000Z'],
    ['date', '2027-07-01', '2027-07-01T21:59:59.000Z'],
  ] as const) {
    t.equal((await lucia.send('/claves', filledIn({ lifetime, date }))).status, 200)
    t.equal((await keysOf(haulier, pool)).at(-1)?.expires_at, expires, `${lifetime} ${date}`)
  }
})

test('faults are shown next to each field, in both languages, and what was typed stays', async (t) => {
  const { haulier, lucia } = await withOwnCompanies(shared)
  const oneLine = 'Escriba el nombre en una sola línea, sin caracteres de control.'
  await expectFaults(t, lucia, '/claves', filledIn, [
    [{ name: '' }, 'name', 'Rellene este campo.'],
    [{ name: '   ' }, 'name', 'Rellene este campo.'],
    [{ name: 'x'.repeat(101) }, 'name', 'Escriba como mucho 100 caracteres.'],
    [{ name: 'a\nb' }, 'name', oneLine],
    [{ name: 'a\u202Eb' }, 'name', oneLine],
    [{ scopes: [] }, 'scopes', 'Elija al menos uno.', 'Choose at least one'],
    [{ scopes: ['ecmrs:read', 'everything'] }, 'scopes', 'Elija una de las opciones.'],
    [{ lifetime: 'forever' }, 'lifetime', 'Elija una de las opciones.'],
    [{ lifetime: 'date', date: '' }, 'date', 'Escriba el último día de validez.'],
    [{ lifetime: 'date', date: '2027-02-30' }, 'date', 'Escriba el último día de validez.'],
    [{ lifetime: 'date', date: '2020-01-01' }, 'date', 'Elija un día futuro, anterior al año 10000.'],
  ])
  t.equal((await lucia.send('/claves', filledIn({ once: '' }))).status, 400, 'a form without a valid id')
  t.same(await keysOf(haulier), [])
})

test('revoking asks first, takes effect, and is plain to see', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const { clear, key } = await createApiKey(pool, { company_id: haulier.id, name: 'ERP' }, operator)
  const keys = apiKeyAuthenticator({ pool })
  t.teardown(() => keys.close())
  const path = `/claves/${key.id}/revocar`
  t.match((await lucia.open(path)).text, /¿Revocar esta clave\? .* en menos de un segundo/)
  t.ok(await keys.authenticate(clear), 'looking at the question revokes nothing')
  const revoked = await lucia.send(path, {})
  t.equal(revoked.location, '/claves')
  await until(async () => (await keys.authenticate(clear)) === undefined, 'the key to be refused')
  const list = await lucia.follow(revoked)
  t.match(list.text, /Clave revocada\..* Revocada/)
  t.notOk(list.html.includes(path))

  const again = { text: /Esta clave ya estaba revocada/ }
  t.match(await lucia.follow(await lucia.open(path)), again)
  t.match(await lucia.follow(await lucia.send(path, {}, { from: '/claves' })), again)
  const recorded = `select actor, data from accounts.audit_outbox where type = 'ApiKeyRevoked' and company_id = $1`
  const { rows } = await pool.query(recorded, [haulier.id])
  t.match(rows, [{ actor: { kind: 'user', id: lucia.user.id }, data: { key_id: key.id } }])
})

test('a key that has expired is shown as such, and so is when a key was used last', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  const past = new Date('2026-01-02T10:00:00Z')
  await createApiKey(pool, { company_id: haulier.id, name: 'Vieja', expires_at: past }, operator)
  await pool.query('update accounts.api_keys set last_used_at = $1 where company_id = $2', [past, haulier.id])
  t.match((await lucia.open('/claves')).text, /Vieja .* 2 ene 2026, 11:00 2 ene 2026, 11:00 Caducada/)
})

test('hundreds of keys come in pages, those that work first', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  await pool.query(
    `insert into accounts.api_keys (id, company_id, name, secret_hash, scopes, created_at, revoked_at)
     select lpad(n::text, 8, '0'), $1, 'Clave ' || n, sha256(n::text::bytea), '{ecmrs:read,ecmrs:write,webhooks,ocr}',
       now() - n * interval '1 minute', case when n <= 60 then now() end
     from generate_series(1, 300) n`,
    [haulier.id],
  )
  const first = await lucia.open('/claves')
  t.match(first.text, /Clave 61 .*Clave 110 .* Página 1 de 6 Siguiente/)
  t.notMatch(first.text, /Clave 111|Revocada/)
  t.ok(Buffer.byteLength(first.html) < 60_000)
  t.match((await lucia.open('/claves?pagina=6')).text, /Clave 11 .*Página 6 de 6/)
  for (const page of ['7', '0', '-1', 'x', '1e9', '99999999999999999999'])
    t.equal((await lucia.open(`/claves?pagina=${page}`)).status, 200, page)
})
