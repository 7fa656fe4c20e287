import { randomUUID } from 'node:crypto'
import { findReplay, listReplays } from '@ecmr/webhooks'
import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { expectFaults, type Fields, noteWriter } from './ground.js'
import { openWebhooks, withWebhook } from './webhooks.js'

const shared = await buildTestPanel(t)

type World = Awaited<ReturnType<typeof withWebhook>>

/** The form that asks for a replay, filled in. */
const asked = (changed: Fields = {}): Fields => ({
  once: randomUUID(),
  since: '',
  until: '',
  from_position: '',
  events: ['ecmr.created', 'ecmr.signed'],
  ...changed,
})

/** Records a note; the answer is its position in the log. */
async function recordNote(world: World): Promise<string> {
  await noteWriter(world).create()
  return world.store.head()
}

const all = async ({ pool, company, webhook }: World) => (await listReplays(pool, company, webhook)) ?? []

test('a replay is asked for by the time of the company’s clocks, shown with its progress, and cancelled', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path, pool, company } = world
  t.match((await lucia.open(`${path}/reenvios`)).text, /Todavía no hay reenvíos/)
  const form = asked({ since: '2026-03-01T09:00', until: '2026-03-02T09:00:30', only_failed: 'true' })
  const sent = await lucia.send(`${path}/reenvios`, form)
  t.equal(sent.status, 303)
  const [replay] = await all(world)
  t.match(replay, {
    since: '2026-03-01T08:00:00.000Z',
    until: '2026-03-02T08:00:30.000Z',
    events: ['ecmr.created', 'ecmr.signed'],
    only_failed: true,
    status: 'running',
  })
  t.equal(sent.location, `${path}/reenvios/${replay?.id}`)
  t.equal((await lucia.send(`${path}/reenvios`, form)).location, sent.location, 'sent twice')
  t.equal((await all(world)).length, 1)

  await pool.query(
    `update webhooks.replays set scanned = 1234, queued = 56, reached_at = '2026-03-01T12:00:00Z' where id = $1`,
    [replay?.id],
  )
  const shown = await lucia.follow(sent)
  t.match(
    shown.text,
    /Reenvío solicitado\. .* En curso Alcance Del 1 mar 2026, 9:00:00 al 2 mar 2026, 9:00:30 · Solo las fallidas/,
  )
  t.match(shown.text, /Eventos revisados 1234 Entregas en cola 56 .* Progreso 1 mar 2026, 13:00/)

  const underWay = await lucia.send(`${path}/reenvios`, asked({ since: '2026-03-01T09:00' }))
  t.match(underWay, { status: 409, text: /ya tiene un reenvío en curso/ })
  t.match(underWay.html, /value="2026-03-01T09:00"/, 'what was typed stays')

  const from = { from: sent.location ?? '' }
  const cancelled = await lucia.send(`${sent.location}/cancelar`, { once: randomUUID() }, from)
  const said = /Reenvío cancelado\. .* Cancelado Lo canceló su empresa/
  t.match((await lucia.follow(cancelled)).text, said)
  t.notMatch((await lucia.open(sent.location ?? '')).html, '/cancelar')
  t.equal((await findReplay(pool, company, { id: replay?.id ?? '' }))?.status, 'cancelled')
  t.match((await lucia.open(`${path}/reenvios`)).text, /Últimos reenvíos .* Cancelado Del 1 mar 2026/)
})

test('a replay is asked for from a position', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path } = world
  const position = await recordNote(world)
  const form = asked({ from_position: position, events: ['ecmr.delivered'] })
  const sent = await lucia.send(`${path}/reenvios`, form)
  t.match(await lucia.follow(sent), { text: new RegExp(`Desde la posición ${position}`) })
  t.match(await all(world), [{ from_position: position, events: ['ecmr.delivered'], only_failed: false }])
})

test('what a replay cannot begin from is said next to the field, in both languages, and nothing is asked for', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path } = world
  const head = await recordNote(world)
  const past = '2026-03-01T09:00'
  await expectFaults(t, lucia, `${path}/reenvios`, asked, [
    [{}, 'since', 'Indique una fecha o una posición', 'Enter a start time'],
    [{ since: 'ayer' }, 'since', 'Escriba una fecha y una hora', 'Enter a date and a time'],
    [{ since: '2026-02-30T10:00' }, 'since', 'Escriba una fecha', 'Enter a date'],
    [{ since: '2999-01-01T00:00' }, 'since', 'Elija un momento pasado', 'in the past'],
    [{ since: past, until: past }, 'until', 'posterior a «Desde»', 'later than “From”'],
    [{ since: past, until: 'x' }, 'until', 'Escriba una fecha', 'Enter a date'],
    [{ since: past, from_position: head }, 'from_position', 'pero no ambas', 'not both'],
    [{ until: past, from_position: head }, 'until', 'junto con «Desde»', 'together with “From”'],
    [{ from_position: '17' }, 'from_position', 'ha llegado a esta posición', 'not reached this position'],
    [{ from_position: 'x'.repeat(65) }, 'from_position', 'Escriba una posición válida', 'valid position'],
    [{ since: past, events: [] }, 'events', 'Elija al menos uno', 'Choose at least one'],
    [{ since: past, events: ['x'] }, 'events', 'Elija una de las opciones', 'Choose one of'],
  ])
  t.same(await all(world), [])
})

test('nothing is replayed to a disabled webhook, nor while the histories are being made anew', async (t) => {
  const world = await openWebhooks(t)
  const { lucia, path, pool } = world
  const send = () => lucia.send(`${path}/reenvios`, asked({ since: '2026-03-01T09:00' }))
  await pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = 'owner'`)
  t.match(await send(), { status: 409, text: /El webhook está desactivado/ })
  await pool.query(`update webhooks.endpoints set status = 'active', status_reason = null`)
  await world.stopProjections()
  await pool.query(`update projections.checkpoints set position = 'of another log' where name = 'history'`)
  t.match(await send(), { status: 503, headers: { 'retry-after': '60' } })
  t.same(await all(world), [])
})
