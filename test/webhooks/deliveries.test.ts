import { deliveryListView } from '@ecmr/contract'
import { openPool } from '@ecmr/postgres'
import { errorToLog } from '@ecmr/runtime'
import {
  type DeliveryQuery,
  deliveriesPerDay,
  findDelivery,
  latestDeliveries,
  listDeliveries,
  MOST_COUNTED_A_DAY,
} from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { asPromised } from '../support/contract.js'
import { until } from '../support/until.js'
import { created, note } from './support/events.js'
import { details, openRestWorld, pointersOf, registerAs } from './support/rest-world.js'
import { a, b, openReceiving, openWorld } from './support/world.js'

interface Rows {
  readonly count?: number
  readonly status?: string
  /** SQL of an instant, where the nth delivery is of version n */
  readonly at: string
}

/** Writes deliveries of an endpoint, each with a message, as they are left behind. */
async function write(
  pool: Pool,
  endpointId: string,
  { count = 1, status = 'delivered', at }: Rows,
): Promise<void> {
  await pool.query(
    `with message as (
       insert into webhooks.messages
       select gen_random_uuid(), 'company-a', 'ecmr.created', 'note', 'ECMR-2026-ABCDEFGHJ-K', n, '{}', ${at}
       from generate_series(1, $2::int) as n returning *
     )
     insert into webhooks.deliveries
       (id, event_id, endpoint_id, type, ecmr_id, version, status, next_attempt_at, created_at, finished_at)
     select gen_random_uuid(), event_id, $1, type, ecmr_id, version, $3, now(), created_at, now() from message`,
    [endpointId, count, status],
  )
}

const NOON_AND_MS = `'2027-01-01T12:00:00Z'::timestamptz + n * interval '1 ms'`
const at = (ms: number): string => `2027-01-01T12:00:00.00${ms}Z`

async function openList(t: Test) {
  const world = await openWorld(t)
  const { endpoint } = await world.register('company-a')
  const list = (query: Partial<DeliveryQuery> = {}) =>
    listDeliveries(world.pool, a, endpoint.id, { limit: 10, ...query })
  return { ...world, endpoint, list, write: (rows: Rows, id = endpoint.id) => write(world.pool, id, rows) }
}

t.test('deliveries are listed newest first, page by page, by status and by event', async (t) => {
  const { plan, list } = await openList(t)
  await plan(...created(5), note().event('IncidentReported'))
  const walked: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ limit: 4, ...(cursor && { cursor }) })
    walked.push(...(page?.data ?? []).map(({ id }) => id))
    cursor = page?.next_cursor
  } while (cursor)
  t.equal(new Set(walked).size, 6)
  t.equal(walked.length, 6)
  for (const [query, count] of [
    [{ event: 'ecmr.incidencia' }, 1],
    [{ status: 'delivered' }, 0],
    [{ status: 'pending', event: 'ecmr.created' }, 5],
  ] as const)
    t.equal((await list(query))?.data.length, count)
  await t.rejects(list({ cursor: 'nonsense' }), RangeError)
})

t.test('since is the first instant that is listed, until the first that is not', async (t) => {
  const { list, write } = await openList(t)
  await write({ count: 5, at: NOON_AND_MS })
  const first = await list({ limit: 1, until: at(4) })
  for (const [query, listed] of [
    [{ since: at(3) }, [5, 4, 3]],
    [{ until: at(3) }, [2, 1]],
    [{ since: at(2), until: at(4) }, [3, 2]],
    [{ since: '2027-01-01T13:00:00.004+01:00' }, [5, 4]],
    [{ since: at(2), until: at(4), status: 'exhausted' }, []],
    [{ since: at(2), until: at(4), status: 'delivered', event: 'ecmr.created' }, [3, 2]],
    [{ until: at(4), cursor: first?.next_cursor ?? '' }, [2, 1]],
  ] as const) {
    const instants = (await list(query))?.data.map(({ created_at }) => created_at)
    t.same(instants, listed.map(at), JSON.stringify(query))
  }
})

t.test('a delivery shows what is sent and every attempt', async (t) => {
  const { pool, create, startWorker, settled, receiver, endpoint } = await openReceiving(
    t,
    (response, _, nth) => response.writeHead(nth < 3 ? 500 : 204).end(),
  )
  startWorker()
  await create()
  const [row] = await settled('delivered')
  const delivery = await findDelivery(pool, a, endpoint.id, row.id)
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
  for (const [index, { headers }] of receiver.received.entries())
    t.match(headers, delivery?.attempt_log[index]?.request_headers ?? {}, 'with the headers of each')
  t.equal(Object.keys(delivery?.attempt_log[0]?.request_headers ?? {}).length, 6)
})

t.test('over REST', async (t) => {
  const world = await openRestWorld(t)
  const { haulier, pool, webhook, path, rows } = world
  const ask = (query: string) => haulier.call('GET', `${path}/deliveries?${query}`)
  const list = async (query: string) => asPromised(deliveryListView, (await ask(query)).json())
  await write(pool, webhook.id, { count: 5, at: NOON_AND_MS })

  await t.test('the next page answers the same question', async (t) => {
    const query = `status=delivered&event=ecmr.created&since=${at(2)}&until=${at(5)}`
    const first = await ask(`${query}&limit=2`)
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '') ?? []
    const second = asPromised(deliveryListView, (await haulier.call('GET', next)).json())
    t.same(
      second.data.map(({ created_at }) => created_at),
      [at(2)],
    )
    t.match(second.pagination, { limit: 2, has_more: false, next_cursor: null })
  })

  await t.test('a cursor is of one webhook', async (t) => {
    const other = await registerAs(haulier, {})
    const cursor = (await list('limit=1')).pagination.next_cursor ?? ''
    const answer = await haulier.call('GET', `${other.path}/deliveries?cursor=${cursor}`)
    t.equal(answer.status, 400)
    t.same(pointersOf(answer), ['/cursor'])
  })

  await t.test('a question that cannot be answered is refused with all that is wrong', async (t) => {
    const cursor = (await list('limit=1')).pagination.next_cursor ?? ''
    t.equal((await ask(`cursor=${cursor}`)).status, 200)
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
      [`cursor=${cursor}&status=delivered`]: ['/cursor'],
      [`cursor=${cursor}&since=${noon}`]: ['/cursor'],
      [`cursor=${Buffer.from('2027 00000000-0000-0000-0000-000000000000').toString('base64url')}`]: [
        '/cursor',
      ],
      [`cursor=nonsense&since=${one}&until=${noon}`]: ['/cursor', '/until'],
      [`since=${noon}&since=${one}`]: ['/since'],
      'status=sent&event=ecmr.edited': ['/event', '/status'],
      'limit=0': ['/limit'],
      'limit=x': ['/limit'],
      'page=2': ['/page'],
    }
    for (const [query, pointers] of Object.entries(refused)) {
      const answer = await ask(query)
      t.equal(answer.status, 400, query)
      t.same(pointersOf(answer), pointers, answer.text)
    }
  })

  await t.test('a test and a replayed delivery are shown as what they are', async (t) => {
    const replay = '0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a'
    await rows(
      'update webhooks.deliveries set is_test = (version = 1), replay_id = case version when 2 then $1::uuid end',
      [replay],
    )
    const { data } = await list('')
    t.same(
      data.slice(-2).map(({ test, replay_id }) => [test, replay_id]),
      [
        [false, replay],
        [true, null],
      ],
    )
    const one = await haulier.call('GET', `${path}/deliveries/${data.at(-1)?.id}`)
    t.match(details(one), { test: true, replay_id: null })
  })

  await t.test('what waits for a pause to end is not tried before', async (t) => {
    await rows('delete from webhooks.deliveries')
    const delivery = await world.plan()
    await world.pause(null)
    const inMinutes = (count: number) => new Date(Date.now() + count * 60_000)
    const [longPast, past, soon, later] = [-10, -1, 5, 10].map(inMinutes)
    const waits = { next_attempt_at: past, open_until: soon, expedited: false, leased_until: null }
    for (const [what, state, expected] of [
      ['without a pause', { ...waits, open_until: null }, past],
      ['until the pause is over', waits, soon],
      ['its own time is later', { ...waits, next_attempt_at: later }, later],
      ['a pause that is over', { ...waits, next_attempt_at: longPast, open_until: past }, longPast],
      ['requested by its owner', { ...waits, expedited: true }, past],
      ['under way', { ...waits, leased_until: inMinutes(1) }, past],
      ['its lease has run out', { ...waits, leased_until: past }, soon],
    ] as const) {
      await rows('update webhooks.endpoint_health set open_until = $1', [state.open_until])
      await rows('update webhooks.deliveries set next_attempt_at = $1, expedited = $2, leased_until = $3', [
        state.next_attempt_at,
        state.expedited,
        state.leased_until,
      ])
      const { next_attempt_at } = await world.read(delivery)
      t.equal(next_attempt_at, expected?.toISOString(), what)
      t.match((await list('')).data, [{ next_attempt_at }], 'the same in the list as in the details')
    }
  })
})

t.test('to find few among many, no more deliveries are read than are shown', async (t) => {
  const { url, register, rows, write, endpoint } = await openList(t)
  const minutesAgo = `now() - n * interval '1 minute'`
  const { endpoint: other } = await register('company-a')
  await write({ count: 10_000, at: minutesAgo })
  await write({ count: 100, at: minutesAgo }, other.id)
  const few = `(select id from webhooks.deliveries where endpoint_id = $1 order by created_at limit 40)`
  for (const [which, assignment] of [
    `status = 'pending'`,
    `status = 'exhausted'`,
    `status = 'cancelled'`,
    `type = 'ecmr.incidencia'`,
  ].entries())
    await rows(`update webhooks.deliveries set ${assignment} where id in ${few} and version % 4 = $2`, [
      endpoint.id,
      which,
    ])
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
    const shown = page?.data.length ?? 0
    // One is read beyond the page. Exhausted and cancelled ones share an index.
    t.ok(read <= shown + 11, `${JSON.stringify(query)}: ${read} read, ${shown} shown`)
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
  const secret = 'what only the customer may know'
  const { rows, create, startWorker, settled, receiver } = await openReceiving(t, (response, _, nth) =>
    response.writeHead(nth === 1 ? 500 : 200).end(secret),
  )
  const lines: string[] = []
  const log = pino(
    { level: 'trace', serializers: { err: errorToLog } },
    { write: (line: string) => lines.push(line) },
  )
  await rows(`alter table webhooks.attempts add constraint refused check (response_body is null)`)
  startWorker({ log })
  await create()
  await receiver.count(1)
  const text = 'attempts at webhook deliveries cannot be recorded'
  await until(() => lines.some((line) => line.includes(text)), text)
  await rows('alter table webhooks.attempts drop constraint refused')
  const [delivery] = await settled('delivered')
  t.equal(delivery.log[1].response_body, secret, 'it is kept for its owner')
  t.notOk(lines.join('').includes('only the customer'), lines.join(''))
})

t.test('deliveries are counted by the company’s own day and by what became of them', async (t) => {
  const { pool, register, endpoint: first } = await openList(t)
  const { endpoint: second } = await register('company-a')
  const { endpoint: rival } = await register('company-b')
  // In Madrid clocks went from two to three on the 28th: that day had 23 hours, from 23:00 to 22:00 UTC.
  for (const [{ id }, at, status, count] of [
    [first, '2027-03-27T22:59:59.999Z', 'delivered', 1],
    [first, '2027-03-27T23:00:00Z', 'exhausted', 1],
    [first, '2027-03-28T21:59:59.999Z', 'cancelled', 1],
    [first, '2027-03-28T22:00:00Z', 'pending', 1],
    [second, '2027-03-29T09:00:00Z', 'delivered', 2],
    [first, '2027-03-26T12:00:00Z', 'delivered', 1],
    [rival, '2027-03-29T09:00:00Z', 'delivered', 1],
  ] as const)
    await write(pool, id, { at: `'${at}'::timestamptz`, status, count })
  const range = { timeZone: 'Europe/Madrid', days: 3, now: new Date('2027-03-29T10:00:00Z') }
  t.same(await deliveriesPerDay(pool, a, range), [
    { day: '2027-03-27', delivered: 1, failed: 0, waiting: 0, more: false },
    { day: '2027-03-28', delivered: 0, failed: 2, waiting: 0, more: false },
    { day: '2027-03-29', delivered: 2, failed: 0, waiting: 1, more: false },
  ])
  for (const [endpointId, expected] of [
    [second.id, [0, 0, 2]],
    [rival.id, [0, 0, 0]],
    ['nonsense', [0, 0, 0]],
  ] as const) {
    const days = await deliveriesPerDay(pool, a, { ...range, endpointId })
    t.same(
      days.map(({ delivered, failed, waiting }) => delivered + failed + waiting),
      expected,
    )
  }
})

t.test('of a day with very many deliveries only so many are counted, which is said', async (t) => {
  const { pool, write } = await openList(t)
  const at = `'2027-03-29T09:00:00Z'::timestamptz`
  const range = { timeZone: 'UTC', days: 1, now: new Date('2027-03-29T10:00:00Z') }
  await write({ count: MOST_COUNTED_A_DAY, at })
  t.match(await deliveriesPerDay(pool, a, range), [{ delivered: MOST_COUNTED_A_DAY, more: false }])
  await write({ at })
  t.match(await deliveriesPerDay(pool, a, range), [{ more: true }])
})

t.test('the owner sees the latest delivery to each endpoint', async (t) => {
  const { pool, register, write, endpoint } = await openList(t)
  const { endpoint: rival } = await register('company-b')
  await register('company-a')
  await write({ at: `'2027-03-28T00:00:00Z'::timestamptz` })
  await write({ at: `'2027-03-29T00:00:00Z'::timestamptz`, status: 'exhausted' })
  await write({ at: `'2027-03-29T00:00:00Z'::timestamptz`, status: 'pending' }, rival.id)
  const latest = await latestDeliveries(pool, a)
  t.equal(latest.length, 1, 'one that received nothing has none')
  const created_at = '2027-03-29T00:00:00.000Z'
  t.match(latest, [{ webhook_id: endpoint.id, event: 'ecmr.created', status: 'exhausted', created_at }])
  t.match(await latestDeliveries(pool, b), [{ webhook_id: rival.id, status: 'pending' }])
})
