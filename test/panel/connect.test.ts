import { drainAuditOutbox, setPlan } from '@ecmr/accounts'
import { redeemCode } from '@ecmr/accounts/oauth'
import t, { test } from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import type { Page } from '../support/visit.js'
import { withCompaniesOfItsOwn } from './companies-of-its-own.js'
import { CALLBACK, letIn, newClient, VERIFIER, withPayingCompanies } from './connect-client.js'

const shared = await buildTestPanel(t)

const hostile = `<script>alert('1')</script>"><img src=x onerror=alert(2)>`

test('members too read how each assistant is connected, with the address to copy, in both languages', async (t) => {
  const { person, haulier, visitor } = await withCompaniesOfItsOwn(shared)
  const member = await person(haulier, 'member')
  const page = await member.open('/conectar-ia')
  t.equal(page.status, 200)
  t.ok(page.html.includes(`data-copy="${SITE_URL}/mcp"`))
  for (const name of [
    'Claude',
    'Claude Code',
    'ChatGPT',
    'Cursor',
    'VS Code',
    'Gemini CLI',
    'Otro cliente MCP',
  ])
    t.match(page.html, `">${name}</h3>`)
  for (const code of [
    `claude mcp add --transport http ecmr ${SITE_URL}/mcp`,
    `gemini mcp add --transport http ecmr ${SITE_URL}/mcp`,
    `"mcpServers": { "ecmr": { "url": "${SITE_URL}/mcp" } }`,
    `"servers": { "ecmr": { "type": "http", "url": "${SITE_URL}/mcp" } }`,
  ])
    t.ok(page.text.includes(code), code)
  for (const tool of [
    'buscar_ecmrs',
    'ver_ecmr',
    'consultar_tracking',
    'listar_webhooks',
    'extraer_documento',
    'estado_conexion',
  ])
    t.match(page.text, tool)
  t.match(page.text, /Solo lee: no crea, cambia, firma ni anula nada/)
  member.cookies.set('__Host-language', 'en')
  t.match((await member.open('/conectar-ia')).text, /Connect AI .* It reads only/)
  t.equal((await visitor().open('/conectar-ia')).location, '/entrar?siguiente=%2Fconectar-ia')
})

test('a company learns whether its plan includes assistants, and how to get one that does', async (t) => {
  const { person, haulier, pool } = await withCompaniesOfItsOwn(shared)
  const owner = await person(haulier)
  const free = await owner.open('/conectar-ia')
  t.match(
    free.text,
    /Plan de su empresa: Free\. Los asistentes necesitan el plan Pro o Enterprise\. Pida el cambio/,
  )
  t.match(free.html, '<a href="/empresa">')
  for (const plan of ['pro', 'enterprise'] as const) {
    await setPlan(pool, haulier.id, plan, operator)
    t.match((await owner.open('/conectar-ia')).text, /Plan de su empresa: (Pro|Enterprise)\. Su plan incluye/)
  }
})

test('online assistants are said to need a public address where there is none', async (t) => {
  const need = /necesita una dirección pública con https/
  const publicly = await withCompaniesOfItsOwn(shared)
  t.match(SITE_URL, /^https:/)
  t.notMatch((await (await publicly.person(publicly.haulier)).open('/conectar-ia')).text, need)
  const here = await buildTestPanel(t, () => ({ siteUrl: 'http://localhost:8080' }))
  const { text } = await (await here.person(here.haulier)).open('/conectar-ia')
  t.match(text, need)
  t.match(text, 'http://localhost:8080/mcp')
})

test('the assistants of a company are listed, and an owner disconnects them', async (t) => {
  const { person, haulier, rival, pool } = await withPayingCompanies(shared)
  const owner = await person(haulier)
  t.match((await owner.open('/conectar-ia')).text, /No hay ningún asistente conectado/)
  await letIn(pool, owner.user, await newClient(pool, hostile))
  await letIn(pool, owner.user, await newClient(pool, 'Claude', ['https://claude.ai/callback']))
  const page = await owner.open('/conectar-ia')
  t.match(page.text, /Claude claude\.ai Lucía Fernández \d{1,2} \w+ \d{4}, \d{1,2}:\d\d Sin usar Desconectar/)
  t.ok(page.text.includes(hostile))
  t.notMatch(page.html, /<script>alert|<img src=x/)

  const [form = ''] = formsOn(page)
  const member = await person(haulier, 'member')
  const seen = await member.open('/conectar-ia')
  t.same([formsOn(seen), /Claude claude\.ai/.test(seen.text)], [[], true])
  t.match(await member.send(form, {}, { from: '/conectar-ia' }), {
    status: 403,
    text: /Solo para propietarios/,
  })
  t.equal((await (await person(rival)).send(form, {}, { from: '/conectar-ia' })).status, 404)
  t.equal((await owner.send(form, {}, { token: 'forged' })).status, 403)
  t.equal(formsOn(await owner.open('/conectar-ia')).length, 2)
  const gone = await owner.send(form, {}, { from: '/conectar-ia' })
  t.match(await owner.follow(gone), { text: /El asistente está desconectado/ })
  t.equal(formsOn(await owner.open('/conectar-ia')).length, 1)
  t.equal((await owner.send(form, {}, { from: '/conectar-ia' })).status, 404, 'it has ended already')
})

test('a member disconnects only the assistants that the member authorized', async (t) => {
  const { person, haulier, pool } = await withPayingCompanies(shared)
  const [owner, member] = [await person(haulier), await person(haulier, 'member')]
  await letIn(pool, owner.user, await newClient(pool, 'The owner’s'))
  await letIn(pool, member.user, await newClient(pool, 'His own'))
  const page = await member.open('/conectar-ia')
  t.match(page.text, /Usted puede desconectar los que autorizó; los propietarios, todos/)
  const [form = '', ...others] = formsOn(page)
  t.same(others, [])
  t.equal((await member.send(form, {}, { from: '/conectar-ia' })).status, 303)
  const left = await member.open('/conectar-ia')
  t.match(left.text, /The owner’s/)
  t.notMatch(left.text, /His own/)
})

test('assistants whose company has gone back to Free are listed as having no access', async (t) => {
  const { person, haulier, pool } = await withPayingCompanies(shared)
  const owner = await person(haulier)
  await letIn(pool, owner.user, await newClient(pool, 'Claude'))
  const without = /Ahora mismo no tienen acceso: el plan de su empresa no incluye asistentes/
  t.notMatch((await owner.open('/conectar-ia')).text, without)
  await setPlan(pool, haulier.id, 'free', operator)
  const page = await owner.open('/conectar-ia')
  t.match(page.text, without)
  t.equal(formsOn(page).length, 1)
})

test('letting an assistant in and disconnecting it stand on the audit trail in words', async (t) => {
  const { person, haulier, pool, store } = await withPayingCompanies(shared)
  const owner = await person(haulier)
  await letIn(pool, owner.user, await newClient(pool, 'Mi \u202Easistente'))
  const [form = ''] = formsOn(await owner.open('/conectar-ia'))
  await owner.send(form, {}, { from: '/conectar-ia' })
  await drainAuditOutbox(pool, store)
  const { text } = await owner.open('/auditoria?ver=cuenta')
  t.match(text, /Asistente desconectado: Mi asistente/)
  t.match(text, /Motivo: lo desconectó una persona o el operador/)
  t.match(text, /Asistente conectado: Mi asistente/)
  t.match(text, /Volvió a: assistant\.example/)
  t.match(text, /Permisos: ecmr:read/)
  t.notMatch(text, /client_name|redirect_host|grant_id|client_id/)
  owner.cookies.set('__Host-language', 'en')
  t.match(
    (await owner.open('/auditoria?ver=cuenta')).text,
    /Assistant disconnected: Mi asistente.*Reason: a person or the operator disconnected it/,
  )
})

test('what looks like a stolen credential of an assistant stands on the audit trail in words', async (t) => {
  const { person, haulier, pool, store } = await withPayingCompanies(shared)
  const owner = await person(haulier)
  const client = await newClient(pool, 'Claude')
  const code = await letIn(pool, owner.user, client)
  const again = { code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  t.match(await redeemCode(pool, client, again), { ok: false })
  t.match((await owner.open('/conectar-ia')).text, /No hay ningún asistente conectado/)
  await drainAuditOutbox(pool, store)
  const { text } = await owner.open('/auditoria?ver=cuenta')
  t.match(text, /Credencial de un asistente usada dos veces: Claude/)
  t.match(text, /Credencial: código de autorización/)
  t.match(text, /Motivo: su código de autorización se usó dos veces/)
  t.notMatch(text, code)
})

/** The addresses of the forms that disconnect an assistant, in their order. */
function formsOn({ html }: Page): readonly string[] {
  return [...html.matchAll(/action="(\/conectar-ia\/[^"]+\/desconectar)"/g)].map(([, action = '']) => action)
}
