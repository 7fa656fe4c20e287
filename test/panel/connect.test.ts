import { setPlan } from '@ecmr/accounts'
import type { CompanyId } from '@ecmr/domain'
import type { Assistants, ConnectedAssistant } from '@ecmr/panel'
import t, { test } from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import { withCompaniesOfItsOwn } from './companies-of-its-own.js'

const shared = await buildTestPanel(t)

const hostile = `<script>alert('1')</script>"><img src=x onerror=alert(2)>`

const claude: ConnectedAssistant = {
  id: '01a1ff00-0000-7000-8000-000000000001',
  name: 'Claude',
  host: 'claude.ai',
  person: 'Lucía Fernández',
  connected_at: '2026-11-20T09:30:00Z',
  last_used_at: null,
}

/** Assistants in memory, each of one company. */
function assistantsOf(company: () => string, connected: ConnectedAssistant[]): Assistants {
  const are = (asked: CompanyId): boolean => asked === company()
  return {
    list: async (asked) => (are(asked) ? connected : []),
    async disconnect(asked, id) {
      const nth = connected.findIndex((each) => each.id === id)
      if (!are(asked) || nth < 0) return false
      connected.splice(nth, 1)
      return true
    },
  }
}

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

test('an installation without an MCP endpoint says that nothing can be connected yet', async (t) => {
  const { person, haulier } = await withCompaniesOfItsOwn(shared)
  const owner = await person(haulier)
  const { text } = await owner.open('/conectar-ia')
  t.match(text, /Esta instalación todavía no tiene el servidor MCP en marcha/)
  t.match(text, /Asistentes conectados Ninguno: esta instalación todavía no tiene servidor MCP/)
  t.equal(
    (await owner.send(`/conectar-ia/${claude.id}/desconectar`, {}, { from: '/conectar-ia' })).status,
    404,
  )
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

test('where there is an MCP endpoint its assistants are listed, and an owner disconnects them', async (t) => {
  let company = ''
  const connected = [
    claude,
    { ...claude, id: 'another', name: hostile, last_used_at: '2026-11-21T10:00:00Z' },
  ]
  const panel = await buildTestPanel(t, () => ({ assistants: assistantsOf(() => company, connected) }))
  const { person, haulier, rival } = panel
  const owner = await person(haulier)
  t.match((await owner.open('/conectar-ia')).text, /No hay ningún asistente conectado/)
  company = haulier.id
  const page = await owner.open('/conectar-ia')
  t.notMatch(page.text, /todavía no tiene/)
  t.match(page.text, /Claude claude\.ai Lucía Fernández 20 nov 2026, 10:30 Sin usar Desconectar/)
  t.ok(page.text.includes(hostile))
  t.notMatch(page.html, /<script>alert|<img src=x/)

  const form = `/conectar-ia/${claude.id}/desconectar`
  const member = await person(haulier, 'member')
  t.notMatch((await member.open('/conectar-ia')).html, '/desconectar')
  t.equal((await member.send(form, {}, { from: '/conectar-ia' })).status, 403)
  t.equal((await (await person(rival)).send(form, {}, { from: '/conectar-ia' })).status, 404)
  t.equal((await owner.send(form, {}, { token: 'forged' })).status, 403)
  t.equal(connected.length, 2)
  const gone = await owner.send(form, {}, { from: '/conectar-ia' })
  t.match(await owner.follow(gone), { text: /El asistente está desconectado/ })
  t.same(
    connected.map(({ id }) => id),
    ['another'],
  )
})
