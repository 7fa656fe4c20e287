import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import t, { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'
import type { Page } from '../support/visit.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { runBeside } from '../webhooks/support/run-beside.js'
import { HOSTILE, INJECTED } from './ground.js'
import { openWebhooks, withWebhook } from './webhooks.js'

const shared = await buildTestPanel(t)

type World = Awaited<ReturnType<typeof withWebhook>>

interface Rows {
  readonly count: number
  readonly status?: string
  readonly event?: string
  /** of the first one; each is a minute older than the one before */
  readonly newest?: string
  readonly payload?: string
}

/** Writes deliveries as they are left behind, newest first, and gives their ids. */
async function write({ pool, webhook }: World, rows: Rows): Promise<readonly string[]> {
  const { count, status = 'delivered', event = 'ecmr.created', payload = '{}' } = rows
  const { newest = new Date().toISOString() } = rows
  const result = await pool.query<{ id: string }>(
    `with message as (
       insert into webhooks.messages
       select gen_random_uuid(), company_id, $3, gen_random_uuid()::text, 'ECMR-2026-ABCDEFGHJ-K', 1,
         convert_to($5, 'utf8'), $4::timestamptz - n * interval '1 minute'
       from webhooks.endpoints cross join generate_series(0, $2::int - 1) n where id = $1
       returning *
     )
     insert into webhooks.deliveries
       (id, event_id, endpoint_id, type, ecmr_id, version, status, attempts, next_attempt_at, created_at, finished_at)
     select gen_random_uuid(), event_id, $1, type, ecmr_id, 1, $6, 1, created_at, created_at,
       case when $6 <> 'pending' then created_at end
     from message order by created_at desc returning id`,
    [webhook, count, event, newest, payload, status],
  )
  return result.rows.map(({ id }) => id)
}

/** Sends what is due, as the notifier does. */
function startWorker({ url, dependencies }: World, t: Parameters<typeof runBeside>[0]): void {
  const { secrets, urlRules } = dependencies.webhooks
  runBeside(t, { url, name: 'webhooks worker', max: 3 }, (running) =>
    deliveryWorker({
      ...running,
      secrets,
      guard: urlRules.guard,
      recordAudit,
      schedule: [0],
      limits: { pollMs: 50 },
    }),
  )
}

test('a test is sent to the receiver, and the page shows what it answered, as text', async (t) => {
  const receiver = await startReceiver(t, (response) => {
    response.setHeader('x-hostile', '<script>alert(3)</script>')
    response.writeHead(500, '<b>Oh</b>', { 'content-type': 'text/html' }).end(HOSTILE)
  })
  const world = await withWebhook(shared, { url: receiver.url })
  startWorker(world, t)
  const { lucia, path } = world
  const form = { once: randomUUID(), event: 'ecmr.incidencia' }
  const sent = await lucia.send(`${path}/probar`, form, { from: path })
  t.equal(sent.status, 303)
  t.match(receiver.received, [{ json: { type: 'ecmr.incidencia', test: true } }])
  const page = await lucia.follow(sent)
  t.match(
    page.text,
    /No entregada Prueba .* Intento 1 .* 500 Duración: \d+ ms El receptor no aceptó el evento\./,
  )
  t.ok(page.text.includes(HOSTILE))
  t.notMatch(page.html, INJECTED)
  t.notMatch(page.html, '<b>Oh')
  t.match(page.text, /"type": "ecmr\.incidencia"/, 'and what was sent')
  const [request] = receiver.received
  if (request === undefined) throw new Error('nothing has arrived')
  const signature = request.headers['webhook-signature']
  t.ok(page.text.includes(`webhook-signature: ${signature} webhook-attempt: 1`), 'with its headers')
  t.ok(page.text.includes(`curl -sS -X POST '${receiver.url}' \\ -H 'content-type: application/json'`))
  t.ok(page.text.includes(`-H 'webhook-signature: ${signature}' \\`))
  t.ok(page.text.includes(`--data-binary '${request.body.toString()}'`), 'and the whole as a command')
  t.notMatch(page.text, /whsec_/)

  t.equal((await lucia.send(`${path}/probar`, form, { from: path })).location, sent.location, 'sent twice')
  t.equal(receiver.received.length, 1)
})

test('a test that arrives says so; a receiver that does not answer is given up, in both languages', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(200).end())
  const world = await withWebhook(shared, { url: receiver.url })
  startWorker(world, t)
  const { lucia, path, pool, webhook } = world
  const test = () => lucia.send(`${path}/probar`, { once: randomUUID() }, { from: path })
  const arrived = await lucia.follow(await test())
  t.match(arrived.text, /Prueba entregada\. .* Entregada .* 200 .* La respuesta estaba vacía/)
  await pool.query(`update webhooks.endpoints set url = 'http://127.0.0.1:9/' where id = $1`, [webhook])
  const refused = await test()
  const page = await lucia.follow(refused)
  t.match(page.text, /No entregada .* Sin respuesta .* El receptor rechazó la conexión\./)
  t.notMatch(page.text, /Prueba entregada/)
  lucia.cookies.set('__Host-language', 'en')
  t.match(
    (await lucia.follow(refused)).text,
    /Not delivered .* No response .* The receiver refused the connection\./,
  )
})

test('a stopping process does not make callers wait for a test', async (t) => {
  const { lucia, path } = await openWebhooks(t, {}, { shutdownSignal: AbortSignal.abort() })
  const sent = await lucia.send(`${path}/probar`, { once: randomUUID() }, { from: path })
  t.match((await lucia.follow(sent)).text, /Aún no hay respuesta\. .* Pendiente/)
})

test('the delivery log is filtered by status, event and time of the company’s clocks, and read on page by page', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path } = world
  await write(world, { count: 30, newest: '2026-03-02T12:00:00Z' })
  await write(world, { count: 2, newest: '2026-03-02T13:00:00Z', status: 'exhausted', event: 'ecmr.signed' })
  const rowsOn = ({ html }: Page) => (html.match(/class="note-number"/g) ?? []).length
  for (const [query, count] of [
    ['', 20],
    ['status=exhausted', 2],
    ['status=cancelled', 0],
    ['event=ecmr.signed', 2],
    ['event=ecmr.signed&status=delivered', 0],
    ['since=2026-03-02T12:55', 8],
    ['since=2026-03-02T13:00&until=2026-03-02T13:01', 1],
  ] as const)
    t.equal(rowsOn(await lucia.open(`${path}?${query}`)), count, query)

  const first = await lucia.open(`${path}?status=delivered&since=2026-01-01T00:00`)
  const older = /rel="next" href="([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  t.match(older, /\?status=delivered&since=2026-01-01T00%3A00&cursor=[\w-]+#log$/)
  const second = await lucia.open(older.replace('#log', ''))
  t.equal(rowsOn(second), 10)
  t.notMatch(second.html, 'rel="next"')
  t.match(second.html, /<option value="delivered" selected>/)
  t.match(second.html, /Más recientes/)
  t.match((await lucia.open(`${path}?status=cancelled`)).text, /Ninguna entrega cumple estos filtros/)
})

test('filters that make no sense are said, or left out, and break nothing', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path } = world
  await write(world, { count: 3 })
  for (const [query, said] of [
    ['since=yesterday', /Desde: Escriba una fecha y una hora/],
    ['until=2026-02-30T10:00', /Antes de: Escriba una fecha y una hora/],
    ['since=2026-03-02T10:00&until=2026-03-01T10:00', /Antes de: Debe ser posterior a «Desde»/],
    ['cursor=nonsense', /Esa página ya no existe/],
  ] as const) {
    const page = await lucia.open(`${path}?${query}`)
    t.equal(page.status, 400, query)
    t.match(page.text, said)
  }
  for (const query of [
    'status=lost',
    'event=ecmr.sneezed',
    'status=pending&status=delivered',
    'since[]=x',
    '__proto__=x',
  ])
    t.equal((await lucia.open(`${path}?${query}`)).status, 200, query)
})

test('the last seven days are drawn, with their figures in a table', async (t) => {
  const now = new Date('2026-11-21T18:00:00Z')
  const world = await openWebhooks(t, {}, { clock: () => now })
  const { lucia, path } = world
  t.match((await lucia.open(path)).text, /Sin entregas en estos días/)
  await write(world, { count: 3, newest: '2026-11-21T10:00:00Z' })
  await write(world, { count: 2, newest: '2026-11-21T10:00:00Z', status: 'exhausted' })
  await write(world, { count: 1, newest: '2026-11-15T10:00:00Z', status: 'pending' })
  await write(world, { count: 1, newest: '2026-11-14T10:00:00Z' })
  const { html, text } = await lucia.open(path)
  t.match(html, /<svg [^>]*role="img" aria-labelledby="deliveries-title deliveries-description">/)
  t.match(html, /<desc[^>]*>Últimos 7 días: 3 entregadas, 2 no entregadas y 1 pendientes\.<\/desc>/)
  t.match(text, /15 nov 2026 0 0 1 .* 21 nov 2026 3 2 0/)
  t.equal((html.match(/<rect class="bar-/g) ?? []).length, 6, 'three parts of bars, and three of the legend')
  lucia.cookies.set('__Host-language', 'en')
  t.match((await lucia.open(path)).text, /Last 7 days: 3 delivered, 2 not delivered and 1 pending/)
})

test('a delivery shows every attempt, the latest first, what was answered being cut, in pages that stay small', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path, pool } = world
  const payload = JSON.stringify({ note: '"'.repeat(9_000) })
  const [delivery] = await write(world, { count: 1, status: 'exhausted', payload })
  await pool.query(
    `insert into webhooks.attempts
       select $1, n, now(), 12, 500, repeat('"', 4096), 'status: The receiver answered 500.', 'v1,of ' || n
     from generate_series(1, 23) n`,
    [delivery],
  )
  const page = await lucia.open(`${path}/entregas/${delivery}`)
  t.match(page.text, /Intento 23 .* Intento 14 .* Se muestran 10 de 23 intentos\. Intentos anteriores/)
  t.notMatch(page.text, /Intento 13/)
  t.match(page.text, /Se muestran los primeros 600 caracteres de 4096/)
  t.match(
    page.text,
    /Se muestran los primeros 8000 caracteres de 18\.0\d\d\. El contenido completo está en la API/,
  )
  t.match(page.text, /-H 'webhook-signature: v1,of 23' .* --data-binary @payload\.json El contenido es largo/)
  // Each character of payload and answers is written as six.
  t.ok(Buffer.byteLength(page.html) < 100_000, `${Buffer.byteLength(page.html)} bytes`)
  t.match((await lucia.open(`${path}/entregas/${delivery}?pagina=3`)).text, /Intento 3 .* Intento 1 /)
  for (const number of ['0', '99', 'x', '-1'])
    t.equal((await lucia.open(`${path}/entregas/${delivery}?pagina=${number}`)).status, 200, number)
})

test('a delivery is sent again; not while it is being sent, nor to a webhook that is disabled', async (t) => {
  const receiver = await startReceiver(t)
  const world = await withWebhook(shared, { url: receiver.url })
  const { lucia, path, pool, webhook } = world
  const [delivery] = await write(world, { count: 1, status: 'exhausted', payload: '{"id":"x"}' })
  const page = `${path}/entregas/${delivery}`
  const retry = () => lucia.send(`${page}/reintentar`, { once: randomUUID() }, { from: page })
  t.match(await lucia.follow(await retry()), { text: /Reenviando la entrega\. .* Pendiente/ })
  await pool.query(
    `update webhooks.deliveries set leased_until = now() + interval '1 minute' where id = $1`,
    [delivery],
  )
  t.match(await retry(), { status: 409, text: /Esta entrega se está enviando/ })
  await pool.query('update webhooks.deliveries set leased_until = null where id = $1', [delivery])
  startWorker(world, t)
  t.match(await receiver.count(1), [{ json: { id: 'x' } }])
  await pool.query(
    `update webhooks.endpoints set status = 'disabled', status_reason = 'owner' where id = $1`,
    [webhook],
  )
  t.match(await retry(), { status: 409, text: /El webhook está desactivado/ })
})

test('with ten thousand deliveries the page of a webhook stays small', async (t) => {
  const world = await withWebhook(shared)
  await write(world, { count: 10_000 })
  for (const path of [world.path, `${world.path}?status=delivered&event=ecmr.created`]) {
    const { status, html } = await world.lucia.open(path)
    t.equal(status, 200)
    t.ok(Buffer.byteLength(html) < 60_000)
  }
})

test('a delivery to another webhook is not there', async (t) => {
  const world = await withWebhook(shared)
  const { lucia, path } = world
  const foreign = await write(await withWebhook(shared), { count: 1 })
  for (const id of [...foreign, randomUUID(), 'nonsense']) {
    t.equal((await lucia.open(`${path}/entregas/${id}`)).status, 404, id)
    const retried = lucia.send(`${path}/entregas/${id}/reintentar`, { once: randomUUID() }, { from: path })
    t.equal((await retried).status, 404, id)
  }
})
