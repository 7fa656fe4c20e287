import { drainAuditOutbox, setPlan } from '@ecmr/accounts'
import { redeemCode } from '@ecmr/accounts/oauth'
import t, { test } from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import type { Page } from '../support/visit.js'
import { CALLBACK, letIn, newClient, VERIFIER } from './connect-client.js'
import { withOwnCompanies } from './ground.js'

const shared = await buildTestPanel(t)
const { person, pool, store } = shared

const AI = '/conectar-ia'
const FROM = { from: AI }

/** The addresses of the forms that disconnect an assistant, in their order. */
const formsOn = ({ html }: Page): readonly string[] =>
  [...html.matchAll(/action="(\/conectar-ia\/[^"]+\/desconectar)"/g)].map(([, action = '']) => action)

test('members too read how each assistant is connected, with the address to copy, in both languages', async (t) => {
  const { haulier } = await withOwnCompanies(shared)
  const member = await person(haulier, 'member')
  const page = await member.open(AI)
  t.match(page, { status: 200, html: `data-copy="${SITE_URL}/mcp"` })
  const names = [
    'Claude',
    'Claude Code',
    'ChatGPT',
    'Cursor',
    'VS Code',
    'Gemini CLI',
    'Codex CLI',
    'mcp-remote',
    'Otro cliente MCP',
  ]
  for (const name of names) t.match(page.html, `">${name}</h3>`)
  for (const said of [
    `claude mcp add --transport http ecmr ${SITE_URL}/mcp`,
    `gemini mcp add --transport http ecmr ${SITE_URL}/mcp`,
    `codex mcp add ecmr --url ${SITE_URL}/mcp`,
    `"mcpServers": { "ecmr": { "url": "${SITE_URL}/mcp" } }`,
    `"servers": { "ecmr": { "type": "http", "url": "${SITE_URL}/mcp" } }`,
    ...['buscar_ecmrs', 'ver_ecmr', 'consultar_tracking'],
    ...['listar_webhooks', 'extraer_documento', 'estado_conexion'],
    'Solo lee: no crea, cambia, firma ni anula nada',
    ...['Probado con Gemini CLI 0.61.0', 'Probado con Codex CLI 0.169.0', 'Probado con mcp-remote 0.15.1'],
  ])
    t.ok(page.text.includes(said), said)
  member.cookies.set('__Host-language', 'en')
  t.match((await member.open(AI)).text, /Connect AI .* It is read-only/)
})

test('Cursor and VS Code add the server by one click, with the settings that are there to copy', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  const { html } = await lucia.open(AI)
  const [, cursor = '', vsCode = ''] =
    /href="(cursor:[^"]+)".*href="(vscode:[^"]+)"/s.exec(html.replaceAll('&amp;', '&')) ?? []
  const link = new URL(cursor)
  t.match(link, { protocol: 'cursor:', host: 'anysphere.cursor-deeplink', pathname: '/mcp/install' })
  t.equal(link.searchParams.get('name'), 'ecmr')
  const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString()
  t.same(JSON.parse(config), { url: `${SITE_URL}/mcp` })
  const [to, server = ''] = vsCode.split('?')
  t.equal(to, 'vscode:mcp/install')
  t.same(JSON.parse(decodeURIComponent(server)), { name: 'ecmr', type: 'http', url: `${SITE_URL}/mcp` })
})

test('a company learns whether its plan includes assistants, and how to get one that does', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared)
  t.match(await lucia.open(AI), {
    text: /Plan de su empresa: Free\. Los asistentes necesitan el plan Pro o Enterprise\. Pida el cambio/,
    html: '<a href="/empresa">',
  })
  for (const plan of ['pro', 'enterprise'] as const) {
    await setPlan(pool, haulier.id, plan, operator)
    t.match((await lucia.open(AI)).text, /Plan de su empresa: (Pro|Enterprise)\. Su plan incluye/)
  }
})

test('online assistants are said to need a public address where there is none', async (t) => {
  const need = /y necesita una dirección pública con https/
  t.match(SITE_URL, /^https:/)
  t.notMatch((await (await withOwnCompanies(shared)).lucia.open(AI)).text, need)
  const here = await buildTestPanel(t, () => ({ siteUrl: 'http://localhost:8080' }))
  const { text } = await (await here.person(here.haulier)).open(AI)
  t.match(text, need)
  t.match(text, 'http://localhost:8080/mcp')
})

test('the assistants of a company are listed, and an owner disconnects them', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared, 'pro')
  t.match((await lucia.open(AI)).text, /No hay ningún asistente conectado/)
  await letIn(pool, lucia.user, await newClient(pool, 'Other'))
  await letIn(pool, lucia.user, await newClient(pool, 'Claude', ['https://claude.ai/callback']))
  const page = await lucia.open(AI)
  t.match(page.text, /Claude claude\.ai Lucía Fernández \d{1,2} \w+ \d{4}, \d{1,2}:\d\d Sin usar Desconectar/)
  const [form = '', ...others] = formsOn(page)
  t.equal(others.length, 1)
  const member = await person(haulier, 'member')
  const seen = await member.open(AI)
  t.same([formsOn(seen), /Claude claude\.ai/.test(seen.text)], [[], true])
  t.match(await member.send(form, {}, FROM), { status: 403, text: /Solo para propietarios/ })
  t.match(await lucia.follow(await lucia.send(form, {}, FROM)), { text: /Asistente desconectado/ })
  t.same(formsOn(await lucia.open(AI)), others)
  t.equal((await lucia.send(form, {}, FROM)).status, 404, 'it has ended already')
})

test('a member disconnects only the assistants that the member authorized', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared, 'pro')
  const member = await person(haulier, 'member')
  await letIn(pool, lucia.user, await newClient(pool, 'The owner’s'))
  await letIn(pool, member.user, await newClient(pool, 'The member’s'))
  const page = await member.open(AI)
  t.match(page.text, /Usted puede desconectar los que autorizó; los propietarios, todos/)
  const [form = '', ...others] = formsOn(page)
  t.same(others, [])
  t.equal((await member.send(form, {}, FROM)).status, 303)
  const left = await member.open(AI)
  t.match(left.text, /The owner’s/)
  t.notMatch(left.text, /The member’s/)
})

test('assistants whose company has gone back to Free are listed as having no access', async (t) => {
  const { lucia, haulier } = await withOwnCompanies(shared, 'pro')
  await letIn(pool, lucia.user, await newClient(pool, 'Claude'))
  const without = /Ahora no tienen acceso: el plan de su empresa no incluye asistentes/
  t.notMatch((await lucia.open(AI)).text, without)
  await setPlan(pool, haulier.id, 'free', operator)
  const page = await lucia.open(AI)
  t.match(page.text, without)
  t.equal(formsOn(page).length, 1)
})

test('letting an assistant in, disconnecting it and a stolen credential stand on the audit trail in words', async (t) => {
  const { lucia } = await withOwnCompanies(shared, 'pro')
  const trail = async () => {
    await drainAuditOutbox(pool, store)
    return (await lucia.open('/auditoria?ver=cuenta')).text
  }
  await letIn(pool, lucia.user, await newClient(pool, 'Mi \u202Easistente'))
  const [form = ''] = formsOn(await lucia.open(AI))
  await lucia.send(form, {}, FROM)
  const client = await newClient(pool, 'Claude')
  const code = await letIn(pool, lucia.user, client)
  const again = { code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  t.match(await redeemCode(pool, client, again), { ok: false })
  t.match((await lucia.open(AI)).text, /No hay ningún asistente conectado/)
  const text = await trail()
  for (const said of [
    /Asistente desconectado: Mi asistente/,
    /Motivo: lo desconectó una persona o el operador/,
    /Asistente conectado: Mi asistente/,
    /Vuelta a: assistant\.example/,
    /Permisos: ecmr:read/,
    /Credencial de asistente usada dos veces: Claude/,
    /Credencial: código de autorización/,
    /Motivo: su código de autorización se usó dos veces/,
  ])
    t.match(text, said)
  t.notMatch(text, /client_name|redirect_host|grant_id|client_id/)
  t.notMatch(text, code)
  lucia.cookies.set('__Host-language', 'en')
  const english = /Assistant disconnected: Mi asistente.*Reason: a person or the operator disconnected it/
  t.match(await trail(), english)
})
