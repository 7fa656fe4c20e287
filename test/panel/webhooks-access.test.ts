import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { listEndpoints, registerEndpoint, requestReplay, testEndpoint } from '@ecmr/webhooks'
import t, { test } from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { filledIn, withWebhook } from './webhooks.js'

const shared = await buildTestPanel(t)

/** A webhook with a delivery and a replay, and every address that there is about them. */
async function openAddresses() {
  const world = await withWebhook(shared)
  const { pool, company, webhook, store, path } = world
  const command = { company, id: webhook, actor: operator }
  const tested = await testEndpoint({ pool }, command)
  const since = '2026-01-01T00:00:00Z'
  const replayed = await requestReplay({ pool, log: store, recordAudit }, { ...command, since })
  if (!tested.ok || !replayed.ok) throw new Error('not what the test needs')
  const below = (webhookPath: string, delivery: string, replay: string) => ({
    pages: [
      webhookPath,
      `${webhookPath}/editar`,
      `${webhookPath}/secreto`,
      `${webhookPath}/reenvios`,
      `${webhookPath}/eliminar`,
      `${webhookPath}/entregas/${delivery}`,
      `${webhookPath}/reenvios/${replay}`,
    ],
    forms: [
      [`${webhookPath}/editar`, filledIn()],
      [`${webhookPath}/estado`, { once: randomUUID(), enabled: 'false' }],
      [`${webhookPath}/probar`, { once: randomUUID() }],
      [`${webhookPath}/secreto`, { once: randomUUID(), overlap_hours: '0' }],
      [`${webhookPath}/reenvios`, { once: randomUUID(), since: '2026-03-01T09:00', events: 'ecmr.created' }],
      [`${webhookPath}/eliminar`, { once: randomUUID() }],
      [`${webhookPath}/entregas/${delivery}/reintentar`, { once: randomUUID() }],
      [`${webhookPath}/reenvios/${replay}/cancelar`, { once: randomUUID() }],
    ] as const,
  })
  const delivery = tested.view
  const replay = replayed.view.id
  /** Everything that a form could have changed. */
  const everything = async (): Promise<unknown> => {
    const tables = ['webhooks.endpoints', 'webhooks.deliveries', 'webhooks.replays', 'api.idempotency_keys']
    const read = tables.map((table) => pool.query(`select * from ${table}`))
    return (await Promise.all(read)).map(({ rows }) => rows)
  }
  return { ...world, ...below(path, delivery, replay), below, delivery, replay, everything }
}

test('members do not get at webhooks, and visitors are sent to log in', async (t) => {
  const { pages, forms, person, haulier, visitor, everything } = await openAddresses()
  const before = await everything()
  const member = await person(haulier, 'member')
  for (const page of ['/webhooks', '/webhooks/nuevo', ...pages]) {
    const refused = await member.open(page)
    t.equal(refused.status, 403, page)
    t.match(refused.text, /Solo para propietarios/)
    t.equal((await visitor().open(page)).location, `/entrar?siguiente=${encodeURIComponent(page)}`)
  }
  for (const [form, fields] of [['/webhooks/nuevo', filledIn()] as const, ...forms])
    t.equal((await member.send(form, fields, { from: '/conectar-ia' })).status, 403, form)
  t.same(await everything(), before)
})

test('what belongs to another company, is unknown or malformed is the same: not there', async (t) => {
  const world = await openAddresses()
  const { pages, forms, person, rival, lucia, webhook, path, below, everything, pool } = world
  const before = await everything()
  const stranger = await person(rival)
  const nothing = (html: string): string => html.replace(/[0-9a-f-]{36}/g, '').replace(/value="[^"]*"/g, '')
  const same = nothing((await stranger.open(`/webhooks/${randomUUID()}`)).html.replace(/siguiente=[^"]*/, ''))
  for (const page of [...pages, ...below('/webhooks/nonsense', 'x', 'y').pages]) {
    const { status, html } = await stranger.open(page)
    t.equal(status, 404, page)
    t.equal(nothing(html.replace(/siguiente=[^"]*/, '')), same)
  }
  for (const [form, fields] of [...forms, ...below('/webhooks/nonsense', 'x', 'y').forms])
    t.equal((await stranger.send(form, fields, { from: '/webhooks' })).status, 404, form)
  t.same(await everything(), before)
  t.notMatch((await stranger.open('/webhooks')).html, webhook)

  const other = await openOther(world)
  for (const id of [randomUUID(), 'nonsense', other.delivery])
    t.equal((await lucia.open(`${path}/entregas/${id}`)).status, 404, 'a delivery to another webhook')
  for (const [form, fields] of below(path, other.delivery, randomUUID()).forms.slice(-2))
    t.equal((await lucia.send(form, fields, { from: '/webhooks' })).status, 404, form)
  t.equal((await listEndpoints(pool, actingFor(rival.id))).length, 1)
})

test('no form does anything without its token, or from another site', async (t) => {
  const { forms, lucia, everything } = await openAddresses()
  const before = await everything()
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (const [form, fields] of [['/webhooks/nuevo', filledIn()] as const, ...forms]) {
    t.equal((await lucia.send(form, fields, { token: 'forged' })).status, 403, form)
    t.equal((await lucia.send(form, fields, { from: '/webhooks', headers })).status, 403, form)
  }
  t.same(await everything(), before)
})

/** A webhook of the rival, with a delivery. */
async function openOther({ pool, dependencies, store, rival }: Awaited<ReturnType<typeof withWebhook>>) {
  const company = actingFor(rival.id)
  const registered = await registerEndpoint(
    { pool, recordAudit, ...dependencies.webhooks },
    {
      company,
      url: 'http://127.0.0.1:9/',
      events: ['ecmr.created'],
      followsFrom: await store.head(),
      actor: operator,
    },
  )
  if (!registered.ok) throw new Error(registered.reason)
  const tested = await testEndpoint({ pool }, { company, id: registered.endpoint.id, actor: operator })
  if (!tested.ok) throw new Error(tested.reason)
  return { delivery: tested.view }
}
