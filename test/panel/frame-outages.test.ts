import { randomUUID } from 'node:crypto'
import { ClockDiffers, OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { freePort } from '../support/port-of.js'
import { eight } from './note-forms-office.js'

const AWAY = { status: 503, text: /El servicio no está disponible ahora mismo/ }

test('while the database is away pages say so, with their looks', async (t) => {
  const port = await freePort()
  const pool = openPool({ url: `postgres://nobody@127.0.0.1:${port}/none`, max: 1, name: 'away' })
  t.teardown(() => pool.end())
  const { visitor } = await buildTestPanel(t, () => ({ pool }))
  const somebody = visitor()
  somebody.cookies.set('__Host-session', 'A'.repeat(43))
  const page = await somebody.open('/cuenta')
  t.match(page, { ...AWAY, headers: { 'retry-after': /^\d+$/ } })
  t.match(await somebody.open('/nothing'), AWAY)
  const sent = await somebody.send('/cuenta', { name: 'Ana' }, { token: 'x' })
  t.match(sent, { ...AWAY, text: /actualice esta página dentro de un momento para enviarlo otra vez/ })
  const css = /href="(\/assets\/panel\.css[^"]+)"/.exec(page.html)?.[1] ?? ''
  t.match(await somebody.open(css), { status: 200 })
})

test('until the tables are there every page says so, but files and the question whether it lives are answered', async (t) => {
  let problem: string | undefined = 'The tables are not there yet.'
  const tables = { problem: () => problem, check: async () => {} }
  const { visitor } = await buildTestPanel(t, () => ({ tables }))
  t.match(await visitor({ 'accept-language': 'en' }).open('/'), {
    status: 503,
    text: /is unavailable right now/,
    headers: { 'retry-after': '1' },
  })
  t.match(await visitor().open('/nothing'), AWAY)
  t.match(await visitor().open('/assets/panel.css'), { status: 200 })
  t.match(await visitor().open('/livez'), { status: 200 })
  problem = undefined
  t.match(await visitor().open('/'), { status: 200 })
})

test('a form that the event log cannot take says whether it was saved, or that this is unknown', async (t) => {
  const form = { ...eight, once: randomUUID() }
  let fault: Error = new StoreUnavailable('nobody answers')
  const handle = async (): Promise<never> => {
    throw fault
  }
  const { person, haulier } = await buildTestPanel(t, () => ({ commands: { handle } }))
  const somebody = await person(haulier)
  t.match(await somebody.send('/ecmrs/nueva', form), {
    status: 503,
    text: /No se ha guardado nada/,
    headers: { 'retry-after': /^\d+$/ },
  })
  fault = new ClockDiffers('The clocks differ.', { retryAfterMs: 3_000 })
  t.match(await somebody.send('/ecmrs/nueva', form), {
    status: 503,
    text: /El reloj del servicio no es fiable ahora mismo No se ha guardado nada/,
    headers: { 'retry-after': '3' },
  })
  fault = new OutcomeUnknown('the connection broke')
  t.match(await somebody.send('/ecmrs/nueva', form), {
    status: 503,
    text: /Puede que el cambio no se haya guardado/,
  })
  fault = new Error('a secret of ours')
  const failed = await somebody.send('/ecmrs/nueva', form)
  t.match(failed, { status: 500, text: /Algo ha fallado por nuestra parte/ })
  t.notMatch(failed.html, /a secret of ours/)
})
