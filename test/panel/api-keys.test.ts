import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { apiKeyAuthenticator, createApiKey, listApiKeys } from '@ecmr/accounts'
import { checkBody, createEcmrBody } from '@ecmr/contract'
import { actingFor } from '@ecmr/domain'
import { pino } from 'pino'
import t, { test } from 'tap'
import { buildTestPanel, operator, SITE_URL, type TestPanel } from '../support/panel.js'
import type { Page } from '../support/visit.js'
import { withCompaniesOfItsOwn } from './companies-of-its-own.js'

const shared = await buildTestPanel(t)

const CLEAR = /ecmr_live_[0-9a-z]{8}_[0-9A-Za-z]{49}/

const clearOf = (page: Page): string => CLEAR.exec(page.html)?.[0] ?? ''

/** The form for a new key, filled in. */
const filledIn = (changed: Readonly<Record<string, string | readonly string[]>> = {}) => ({
  once: randomUUID(),
  name: 'ERP de Sevilla',
  scopes: ['ecmrs:read', 'ecmrs:write'],
  lifetime: 'never',
  ...changed,
})

const keysOf = ({ pool }: TestPanel, company: { readonly id: string }) =>
  listApiKeys(pool, actingFor(company.id))

test('a company at its limit of keys gets an error, and keeps what was filled in', async (t) => {
  const { person, rival, pool } = await buildTestPanel(t)
  const eve = await person(rival)
  const key = { company_id: rival.id, name: 'x' }
  for (let made = 0; made < 100; made++) await createApiKey(pool, key, operator)
  const page = await eve.send('/claves', filledIn())
  t.equal(page.status, 409)
  t.match(page.text, /Su empresa ya tiene 100 claves activas/)
  t.match(page.html, /value="ERP de Sevilla"/)
  t.notMatch(page.html, CLEAR)
})

test('an owner makes a key that works, with a command that creates a note, and sees the key this once', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const panel = await buildTestPanel(t, () => ({ logger }))
  const { person, haulier, pool } = panel
  const lucia = await person(haulier)
  t.match((await lucia.open('/claves')).text, /Todavía no hay ninguna clave/)

  const made = await lucia.send('/claves', filledIn())
  t.equal(made.status, 200)
  t.equal(made.headers['cache-control'], 'no-store')
  const clear = clearOf(made)
  t.match(made.text, /Cópiela ahora: no se vuelve a mostrar/)
  t.ok(made.html.includes(`data-copy="${clear}"`), 'it can be copied')
  const keys = apiKeyAuthenticator({ pool })
  t.teardown(() => keys.close())
  t.match(await keys.authenticate(clear), {
    company: haulier.id,
    scopes: new Set(['ecmrs:read', 'ecmrs:write']),
  })

  t.ok(made.text.includes(`curl -s ${SITE_URL}/api/ecmrs -H 'X-API-Key: ${clear}'`))
  const body = / -d '(\{.*?\})'/.exec(made.text)?.[1] ?? ''
  t.same(checkBody(createEcmrBody, JSON.parse(body)), [], 'the API takes what the command sends')

  const list = await lucia.open('/claves')
  const [key] = await keysOf(panel, haulier)
  t.ok(list.text.includes(`ERP de Sevilla ecmr_live_${key?.id}_…`))
  t.match(list.text, /Leer cartas de porte, Escribir cartas de porte .* No caduca Sin usar Activa/)
  t.notMatch(list.html, CLEAR)
  const { rows } = await pool.query('select type, actor, data::text from accounts.audit_outbox')
  t.match(rows.at(-1), { type: 'ApiKeyCreated', actor: { kind: 'user', id: lucia.user.id } })
  const secret = clear.slice(-49)
  for (const told of [JSON.stringify(rows), ...lines]) t.notOk(told.includes(secret))
})

test('the same form sent again makes no second key, and says that the key cannot be shown again', async (t) => {
  const panel = await withCompaniesOfItsOwn(shared)
  const { person, haulier } = panel
  const lucia = await person(haulier)
  const form = filledIn()
  t.match(await lucia.send('/claves', form), { status: 200, html: CLEAR })
  const again = await lucia.send('/claves', form)
  t.match(again.text, /Esta clave ya se había creado .* No se puede mostrar otra vez/)
  t.notMatch(again.html, CLEAR)
  t.equal((await keysOf(panel, haulier)).length, 1)

  const colleague = await person(haulier)
  t.match(await colleague.send('/claves', form), { html: CLEAR }, 'another user’s form is separate')
  t.match(await lucia.send('/claves', { ...form, name: 'Otra' }), { html: CLEAR }, 'so is one filled in anew')
  t.equal((await keysOf(panel, haulier)).length, 3)
})

test('a key ends when its maker says: never, after so many days, or at the end of a day in the time zone of the company', async (t) => {
  const now = new Date('2026-11-21T18:00:00Z')
  const panel = await buildTestPanel(t, () => ({ clock: () => now }))
  const { person, haulier } = panel
  const lucia = await person(haulier)
  for (const [lifetime, date, expires] of [
    ['never', '2026-12-24', null],
    ['30', '', '2026-12-21T18:00:00.000Z'],
    ['365', '', '2027-11-21T18:00:00.000Z'],
    ['date', '2026-11-21', '2026-11-21T22:59:59.000Z'],
    ['date', '2027-07-01', '2027-07-01T21:59:59.000Z'],
  ] as const) {
    t.equal((await lucia.send('/claves', filledIn({ lifetime, date }))).status, 200)
    const key = (await keysOf(panel, haulier)).at(-1)
    t.equal(key?.expires_at, expires, `${lifetime} ${date}`)
  }
})

test('what is wrong with the form is said beside the field, in the visitor’s language, and what was typed stays', async (t) => {
  const panel = await withCompaniesOfItsOwn(shared)
  const { person, haulier } = panel
  const lucia = await person(haulier)
  for (const [changed, field, es] of [
    [{ name: '' }, 'name', 'Rellene este campo.'],
    [{ name: '   ' }, 'name', 'Rellene este campo.'],
    [{ name: 'x'.repeat(101) }, 'name', 'Escriba como mucho 100 caracteres.'],
    [{ name: 'a\nb' }, 'name', 'Escriba el nombre en una sola línea, sin caracteres de control.'],
    [{ name: 'a\u202Eb' }, 'name', 'Escriba el nombre en una sola línea, sin caracteres de control.'],
    [{ scopes: [] }, 'scopes', 'Elija al menos uno.'],
    [{ scopes: ['ecmrs:read', 'everything'] }, 'scopes', 'Elija una de las opciones.'],
    [{ lifetime: 'forever' }, 'lifetime', 'Elija una de las opciones.'],
    [{ lifetime: 'date', date: '' }, 'date', 'Escriba el último día de validez.'],
    [{ lifetime: 'date', date: '2027-02-30' }, 'date', 'Escriba el último día de validez.'],
    [
      { lifetime: 'date', date: '2020-01-01' },
      'date',
      'Elija un día que no haya pasado, antes del año 10000.',
    ],
  ] as const) {
    const page = await lucia.send('/claves', filledIn({ name: 'Báscula', ...changed }))
    t.equal(page.status, 400, JSON.stringify(changed))
    t.match(page.html, `id="f-${field}-fault">${es}</p>`)
    t.match(page.html, `<a href="#f-${field}">`)
    if (!('name' in changed)) t.match(page.html, 'value="Báscula"')
  }
  lucia.cookies.set('__Host-language', 'en')
  t.match(await lucia.send('/claves', filledIn({ scopes: [] })), { text: /Choose at least one/ })
  t.equal((await lucia.send('/claves', filledIn({ once: '' }))).status, 400, 'a form without a valid id')
  t.same(await keysOf(panel, haulier), [])
})

test('revoking asks first, takes effect within a second, and is plain to see', async (t) => {
  const panel = await withCompaniesOfItsOwn(shared)
  const { person, haulier, pool } = panel
  const lucia = await person(haulier)
  const { clear, key } = await createApiKey(pool, { company_id: haulier.id, name: 'ERP' }, operator)
  const keys = apiKeyAuthenticator({ pool })
  t.teardown(() => keys.close())
  t.ok(await keys.authenticate(clear))

  const path = `/claves/${key.id}/revocar`
  t.match((await lucia.open(path)).text, /¿Revocar esta clave\? .* En menos de un segundo/)
  t.ok(await keys.authenticate(clear), 'looking at the question revokes nothing')
  const revoked = await lucia.send(path, {})
  t.equal(revoked.location, '/claves')
  const until = performance.now() + 1_000
  while ((await keys.authenticate(clear)) !== undefined && performance.now() < until) await delay(50)
  t.equal(await keys.authenticate(clear), undefined)
  const list = await lucia.follow(revoked)
  t.match(list.text, /La clave está revocada\..* Revocada/)
  t.notOk(list.html.includes(path))

  t.match(await lucia.follow(await lucia.open(path)), { text: /La clave ya estaba revocada/ })
  const again = await lucia.send(path, {}, { from: '/claves' })
  t.match(await lucia.follow(again), { text: /La clave ya estaba revocada/ })
  const { rows } = await pool.query(
    `select actor, data from accounts.audit_outbox where type = 'ApiKeyRevoked' and company_id = $1`,
    [haulier.id],
  )
  t.match(rows, [{ actor: { kind: 'user', id: lucia.user.id }, data: { key_id: key.id } }])
})

test('a key that has expired is shown as such, and so is when a key was used last', async (t) => {
  const { person, haulier, pool } = await withCompaniesOfItsOwn(shared)
  const past = new Date('2026-01-02T10:00:00Z')
  await createApiKey(pool, { company_id: haulier.id, name: 'Vieja', expires_at: past }, operator)
  await pool.query('update accounts.api_keys set last_used_at = $1 where company_id = $2', [past, haulier.id])
  const list = await (await person(haulier)).open('/claves')
  t.match(list.text, /Vieja .* 2 ene 2026, 11:00 2 ene 2026, 11:00 Caducada/)
})

test('members and other companies learn nothing of keys, and no form without its token does anything', async (t) => {
  const panel = await withCompaniesOfItsOwn(shared)
  const { person, haulier, rival, pool, visitor } = panel
  const { key } = await createApiKey(pool, { company_id: haulier.id, name: 'ERP' }, operator)
  const revoke = `/claves/${key.id}/revocar`
  const member = await person(haulier, 'member')
  for (const path of ['/claves', revoke]) {
    t.equal((await member.open(path)).status, 403, path)
    t.equal((await member.send(path, filledIn(), { from: '/cuenta' })).status, 403, path)
    t.match((await visitor().open(path)).location, '/entrar?siguiente=')
  }
  const stranger = await person(rival)
  t.notMatch((await stranger.open('/claves')).html, key.id)
  for (const path of [revoke, '/claves/nonsense/revocar']) {
    t.equal((await stranger.open(path)).status, 404, path)
    t.equal((await stranger.send(path, {}, { from: '/claves' })).status, 404, path)
  }
  const owner = await person(haulier)
  for (const path of ['/claves', revoke]) {
    t.equal((await owner.send(path, filledIn(), { token: 'forged' })).status, 403, path)
    const headers = { 'sec-fetch-site': 'cross-site' }
    t.equal((await owner.send(path, filledIn(), { from: '/claves', headers })).status, 403, path)
  }
  t.match(await keysOf(panel, haulier), [{ id: key.id, revoked_at: null }])
  t.same(await keysOf(panel, rival), [])
})

test('a name that is a script is shown as text', async (t) => {
  const { person, haulier } = await withCompaniesOfItsOwn(shared)
  const lucia = await person(haulier)
  const name = `<script>alert('1')</script>"><img src=x onerror=alert(2)>`
  const made = await lucia.send('/claves', filledIn({ name }))
  const list = await lucia.open('/claves')
  for (const page of [made, list]) {
    t.ok(page.text.includes(name))
    t.notMatch(page.html, /<script>alert|<img src=x/)
  }
})

test('hundreds of keys come in pages, those that work first', async (t) => {
  const { person, haulier, pool } = await withCompaniesOfItsOwn(shared)
  await pool.query(
    `insert into accounts.api_keys (id, company_id, name, secret_hash, scopes, created_at, revoked_at)
     select lpad(n::text, 8, '0'), $1, 'Clave ' || n, sha256(n::text::bytea), '{ecmrs:read,ecmrs:write,webhooks,ocr}',
       now() - n * interval '1 minute', case when n <= 60 then now() end
     from generate_series(1, 300) n`,
    [haulier.id],
  )
  const lucia = await person(haulier)
  const first = await lucia.open('/claves')
  t.match(first.text, /Clave 61 .*Clave 110 .* Página 1 de 6 Siguiente/)
  t.notMatch(first.text, /Clave 111|Revocada/)
  t.ok(Buffer.byteLength(first.html) < 100_000)
  t.match((await lucia.open('/claves?pagina=6')).text, /Clave 11 .*Página 6 de 6/)
  for (const page of ['7', '0', '-1', 'x', '1e9', '99999999999999999999'])
    t.equal((await lucia.open(`/claves?pagina=${page}`)).status, 200, page)
})
