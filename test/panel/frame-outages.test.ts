import { openPool } from '@ecmr/postgres'
import { test } from 'tap'
import { freePort } from '../support/nats-server.js'
import { buildTestPanel } from '../support/panel.js'

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
  const css = /href="(\/assets\/panel\.css[^"]+)"/.exec(page.html)?.[1] ?? ''
  t.match(await somebody.open(css), { status: 200 })
})

test('until the tables are there every page says so, but files and the question whether it lives are answered', async (t) => {
  let problem: string | undefined = 'The tables are not there yet.'
  const tables = { problem: () => problem, check: async () => {} }
  const { visitor } = await buildTestPanel(t, () => ({ tables }))
  t.match(await visitor({ 'accept-language': 'en' }).open('/'), {
    status: 503,
    text: /cannot do this right now/,
    headers: { 'retry-after': '1' },
  })
  t.match(await visitor().open('/nothing'), AWAY)
  t.match(await visitor().open('/assets/panel.css'), { status: 200 })
  t.match(await visitor().open('/livez'), { status: 200 })
  problem = undefined
  t.match(await visitor().open('/'), { status: 200 })
})
