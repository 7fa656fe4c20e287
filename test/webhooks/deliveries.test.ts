import { deliveryDetailsView, deliveryListView, registeredWebhookView } from '@ecmr/contract'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { errorToLog } from '@ecmr/runtime'
import { type DeliveryQuery, findDelivery, listDeliveries, planDeliveries } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { pino } from 'pino'
import t from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const a = actingFor('company-a')
const URL = 'http://127.0.0.1:9/'

t.test('deliveries are listed newest first, page by page, by status and by event', async (t) => {
  const { pool, register } = await openWorld(t)
  const { endpoint } = await register('company-a', URL)
  const events = Array.from({ length: 5 }, () => note('company-a').event('EcmrCreated'))
  await planDeliveries(pool, [...events, note('company-a').event('IncidentReported')])
  const walked: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await listDeliveries(pool, a, endpoint.id, { limit: 4, ...(cursor && { cursor }) })
    walked.push(...(page?.data ?? []).map(({ id }) => id))
    cursor = page?.next_cursor
  } while (cursor)
  t.equal(new Set(walked).size, 6)
  t.equal(walked.length, 6)
  const only = async (query: Partial<DeliveryQuery>) =>
    (await listDeliveries(pool, a, endpoint.id, { limit: 10, ...query }))?.data.length
  t.equal(await only({ event: 'ecmr.incidencia' }), 1)
  t.equal(await only({ status: 'delivered' }), 0)
  t.equal(await only({ status: 'pending', event: 'ecmr.created' }), 5)
  await t.rejects(only({ cursor: 'nonsense' }), RangeError)
})

t.test('since is the first instant that is listed, until the first that is not', async (t) => {
  const { pool, register } = await openWorld(t)
  const { endpoint } = await register('company-a', URL)
  await writeDeliveries(pool, endpoint.id, 5, `'2027-01-01T12:00:00Z'::timestamptz + n * interval '1 ms'`)
  const at = (ms: number): string => `2027-01-01T12:00:00.00${ms}Z`
  const listed = async (query: Partial<DeliveryQuery>) =>
    (await listDeliveries(pool, a, endpoint.id, { limit: 10, ...query }))?.data.map(
      ({ created_at }) => created_at,
    )
  t.same(await listed({ since: at(3) }), [at(5), at(4), at(3)])
  t.same(await listed({ until: at(3) }), [at(2), at(1)])
  t.same(await listed({ since: at(2), until: at(4) }), [at(3), at(2)])
  t.same(await listed({ since: '2027-01-01T13:00:00.004+01:00' }), [at(5), at(4)], 'in whatever time zone')
  t.same(await listed({ since: at(2), until: at(4), status: 'exhausted' }), [])
  t.same(await listed({ since: at(2), until: at(4), status: 'delivered', event: 'ecmr.created' }), [
    at(3),
    at(2),
  ])
  const first = await listDeliveries(pool, a, endpoint.id, { limit: 1, until: at(4) })
  t.same(
    await listed({ until: at(4), cursor: first?.next_cursor ?? '' }),
    [at(2), at(1)],
    'and on the next page',
  )
})

t.test('a delivery shows what is sent and every attempt', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) => response.writeHead(nth < 3 ? 500 : 204).end())
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [row] = await world.eventually(...settledAs('delivered'))
  const delivery = await findDelivery(world.pool, a, endpoint.id, row.id)
  t.match(delivery, {
    event: 'ecmr.created',
    version: 1,
    status: 'delivered',
    attempts: 3,
    test: false,
    replay_id: null,
    next_attempt_at: null,
    attempt_log: [
      { number: 1, response_status: 500 },
      { number: 2, response_status: 500 },
      { number: 3, response_status: 204, error: null },
    ],
  })
  t.equal(new TextDecoder().decode(delivery?.payload), receiver.received[0]?.body.toString())
})

t.test('a test and a replayed delivery are shown as what they are', async (t) => {
  const { haulier, pool } = await buildTestApi(t)
  const webhook = await registered(haulier)
  await writeDeliveries(pool, webhook, 2, 'now()')
  const replay = '0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a'
  await pool.query(
    'update webhooks.deliveries set is_test = (version = 1), replay_id = case version when 2 then $1::uuid end',
    [replay],
  )
  const { data } = asPromised(deliveryListView, (await haulier.call('GET', `${base(webhook)}`)).json())
  t.match(
    new Set(data.map(({ test, replay_id }) => `${test} ${replay_id}`)),
    new Set(['true null', `false ${replay}`]),
  )
  const one = await haulier.call('GET', `${base(webhook)}/${data.find(({ test }) => test)?.id}`)
  t.match(asPromised(deliveryDetailsView, one.json()), { test: true, replay_id: null })
})

t.test('a question that cannot be answered is refused with what is wrong, all at once', async (t) => {
  const { haulier, pool } = await buildTestApi(t)
  const webhook = await registered(haulier)
  await writeDeliveries(pool, webhook, 3, 'now()')
  const { pagination } = asPromised(
    deliveryListView,
    (await haulier.call('GET', `${base(webhook)}?limit=1`)).json(),
  )
  const cursor = pagination.next_cursor ?? ''
  t.equal((await haulier.call('GET', `${base(webhook)}?cursor=${cursor}`)).status, 200)
  const [noon, one] = ['2027-01-01T12:00:00Z', '2027-01-01T13:00:00Z']
  const refused: Readonly<Record<string, readonly string[]>> = {
    [`since=${one}&until=${noon}`]: ['/until'],
    [`since=${noon}&until=${noon}`]: ['/until'],
    [`since=${noon}&until=2027-01-01T13:00:00%2B01:00`]: ['/until'],
    'since=yesterday': ['/since'],
    'since=2027-02-30T12:00:00Z&until=2027-01-01': ['/since', '/until'],
    'cursor=nonsense': ['/cursor'],
    'cursor=': ['/cursor'],
    [`cursor=${cursor}A`]: ['/cursor'],
    [`cursor=${Buffer.from('2027 00000000-0000-0000-0000-000000000000').toString('base64url')}`]: ['/cursor'],
    [`cursor=nonsense&since=${one}&until=${noon}`]: ['/cursor', '/until'],
    [`since=${noon}&since=${one}`]: ['/since'],
    'status=sent&event=ecmr.edited': ['/event', '/status'],
  }
  for (const [query, pointers] of Object.entries(refused)) {
    const answer = await haulier.call('GET', `${base(webhook)}?${query}`)
    t.equal(answer.status, 400, query)
    t.same((answer.problem().errors ?? []).map(({ pointer }) => pointer).sort(), pointers, answer.text)
  }
})

t.test('the next page is of the same question', async (t) => {
  const { haulier, pool } = await buildTestApi(t)
  const webhook = await registered(haulier)
  await writeDeliveries(pool, webhook, 5, `'2027-01-01T12:00:00Z'::timestamptz + n * interval '1 ms'`)
  const query =
    'status=delivered&event=ecmr.created&since=2027-01-01T12:00:00.002Z&until=2027-01-01T12:00:00.005Z'
  const first = await haulier.call('GET', `${base(webhook)}?${query}&limit=2`)
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '') ?? []
  const second = asPromised(deliveryListView, (await haulier.call('GET', next)).json())
  t.same(
    second.data.map(({ created_at }) => created_at),
    ['2027-01-01T12:00:00.002Z'],
  )
  t.match(second.pagination, { limit: 2, has_more: false, next_cursor: null })
})

t.test('to find few among many, no more deliveries are read than are shown', async (t) => {
  const { pool, url, register } = await openWorld(t)
  const { endpoint } = await register('company-a', URL)
  const { endpoint: other } = await register('company-a', URL)
  await writeDeliveries(pool, endpoint.id, 10_000, `now() - n * interval '1 minute'`)
  await writeDeliveries(pool, other.id, 100, `now() - n * interval '1 minute'`)
  const few = `(select id from webhooks.deliveries where endpoint_id = $1 order by created_at limit 40)`
  const set = (assignment: string, which: string) =>
    pool.query(`update webhooks.deliveries set ${assignment} where id in ${few} and version % 4 = ${which}`, [
      endpoint.id,
    ])
  await set(`status = 'pending'`, '0')
  await set(`status = 'exhausted'`, '1')
  await set(`status = 'cancelled'`, '2')
  await set(`type = 'ecmr.incidencia'`, '3')
  const old = new Date(Date.now() - 5 * 24 * 60 * 60 * 1_000).toISOString()
  const single = openPool({ url, max: 1, name: 'one connection' })
  t.teardown(() => single.end())
  for (const query of [
    {},
    { status: 'delivered' },
    { status: 'pending' },
    { status: 'exhausted' },
    { status: 'cancelled' },
    { event: 'ecmr.incidencia' },
    { event: 'ecmr.delivered' },
    { until: old },
    { since: old, status: 'delivered', event: 'ecmr.incidencia' },
  ] as const) {
    const before = await readRows(single)
    const page = await listDeliveries(single, a, endpoint.id, { limit: 10, ...query })
    const read = (await readRows(single)) - before
    // One is read beyond the page. Exhausted and cancelled ones share an index.
    t.ok(
      read <= (page?.data.length ?? 0) + 11,
      `${JSON.stringify(query)}: ${read} read, ${page?.data.length} shown`,
    )
  }
})

/** How many rows of deliveries this connection's server has read so far. */
async function readRows(pool: Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query(
    `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
     from pg_stat_user_tables where relid = 'webhooks.deliveries'::regclass`,
  )
  return rows[0].read
}

t.test('what a receiver answers is never logged, not even when it cannot be recorded', async (t) => {
  const world = await openWorld(t)
  const said = 'what only the customer may know'
  const receiver = await startReceiver(t, (response, _, nth) =>
    response.writeHead(nth === 1 ? 500 : 200).end(said),
  )
  await world.register('company-a', receiver.url)
  const lines: string[] = []
  const log = pino(
    { level: 'trace', serializers: { err: errorToLog } },
    { write: (line: string) => lines.push(line) },
  )
  await world.pool.query(`alter table webhooks.attempts add constraint refused check (response_body is null)`)
  world.startWorker({ log })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await receiver.count(1)
  await t.resolves(linesOf(lines, 'attempts at webhook deliveries cannot be recorded'))
  await world.pool.query('alter table webhooks.attempts drop constraint refused')
  const [delivery] = await world.eventually(...settledAs('delivered'))
  t.equal(delivery.log[1].response_body, said, 'it is kept for its owner')
  t.notOk(lines.join('').includes('only the customer'), lines.join(''))
})

async function linesOf(lines: readonly string[], text: string): Promise<void> {
  while (!lines.some((line) => line.includes(text))) await new Promise((resolve) => setTimeout(resolve, 5))
}

const base = (webhook: string): string => `/api/webhooks/${webhook}/deliveries`

async function registered(customer: Customer): Promise<string> {
  const body = { url: URL, events: ['ecmr.created'] }
  return asPromised(registeredWebhookView, (await customer.call('POST', '/api/webhooks', body)).json()).id
}

/** Delivered ones of an endpoint, each with a message, created when `at` says; the nth is of version n. */
async function writeDeliveries(pool: Pool, endpointId: string, count: number, at: string): Promise<void> {
  await pool.query(
    `with message as (
       insert into webhooks.messages
       select gen_random_uuid(), 'company-a', 'ecmr.created', 'note', 'ECMR-2026-ABCDEFGHJ-K', n, '{}', ${at}
       from generate_series(1, $2::int) as n
       returning *
     )
     insert into webhooks.deliveries
       (id, event_id, endpoint_id, type, ecmr_id, version, status, next_attempt_at, created_at, finished_at)
     select gen_random_uuid(), event_id, $1, type, ecmr_id, version, 'delivered', now(), created_at, now() from message`,
    [endpointId, count],
  )
}
