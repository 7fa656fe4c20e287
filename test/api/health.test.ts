import { relayCheck } from '@ecmr/api'
import { commandHandler } from '@ecmr/application'
import { reportRelayStatus } from '@ecmr/broker'
import { type HealthView, healthView } from '@ecmr/contract'
import { Registry } from 'prom-client'
import t from 'tap'
import { type Answer, buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { until } from '../support/until.js'

function viewOf(answer: Answer): HealthView {
  return asPromised(healthView, answer.json())
}

const api = await buildTestApi(t)

t.test('health, liveness and readiness need no key, and requests are measured', async (t) => {
  const metrics = new Registry()
  const { haulier, call } = await api.another({ metrics })
  await haulier.create()
  await haulier.call('GET', '/api/ecmrs')
  const health = await call('GET', '/api/health')
  t.equal(health.status, 200)
  t.match(viewOf(health), {
    version: '0.0.0-test',
    checks: {
      event_log: 'ok',
      postgres: 'ok',
      broker: 'ok',
      projections: { list: { lag_events: Number, lag_ms: Number } },
    },
  })
  t.match((await call('GET', '/livez')).json(), { status: 'ok' })
  t.match((await call('GET', '/readyz')).json(), { status: 'ok' })
  t.match(await metrics.metrics(), /ecmr_http_request_duration_seconds_count.*route="\/api\/ecmrs"/)
})

t.test('metrics are at no address of the public port, for any client', async (t) => {
  const { call } = await api.another({ metrics: new Registry() })
  const shown = async (path: string, headers = {}): Promise<object> => {
    const { request_id, ...rest } = (await call('GET', path, undefined, headers)).problem()
    return rest
  }
  const unknown = await shown('/nothing-here')
  for (const headers of [{}, { 'x-real-ip': '127.0.0.1' }, { 'x-forwarded-for': '127.0.0.1' }])
    t.same(await shown('/metrics', headers), unknown, JSON.stringify(headers))
})

t.test(
  'account changes and reads missing from the event log, and webhooks that are not planned, are reported',
  async (t) => {
    const own = await buildTestApi(t)
    const health = async () => viewOf(await own.call('GET', '/api/health'))
    await until(async () => (await health()).status === 'ok', 'the projections')
    t.match(await health(), { checks: { audit_trail: { waiting: 4, set_aside: 0 } } })
    await own.pool.query(`update accounts.audit_outbox set at = now() - interval '10 minutes'`)
    await own.pool.query(
      `with message as (
       insert into webhooks.messages values (gen_random_uuid(), 'a', 'ecmr.created', 'n', 'E', 1, '', now()) returning *)
     insert into webhooks.unplanned (event_id, company_id, position, queued_at)
     select event_id, 'a', '', now() - interval '10 minutes' from message`,
    )
    await own.pool.query(
      `update accounts.audit_outbox set set_aside_at = now(), set_aside_reason = 'too large'
     where seq = (select max(seq) from accounts.audit_outbox)`,
    )
    await own.pool.query(
      `insert into documents.reads (document_id, company_id, link_id, version, address, at)
       values (gen_random_uuid(), 'a', gen_random_uuid(), 1, '192.0.2.0/24', now() - interval '10 minutes')`,
    )
    const degraded = async () => {
      const seen = await health()
      return seen.status === 'degraded' ? seen : undefined
    }
    await until(async () => (await degraded()) !== undefined, 'a look at it that is not shared')
    t.match(await degraded(), {
      checks: {
        audit_trail: { waiting: 3, set_aside: 1 },
        webhook_planning: { waiting: 1 },
        document_reads: { waiting: 1 },
      },
      problems: [
        /^The audit trail is behind: 3 account changes are not in the event log yet, the oldest for 6\d\d s\.$/,
        /^The event log cannot take 1 account changes; "ecmr audit pending" shows why/,
        /^The webhook deliveries of 1 events are still to be written, of the oldest for 6\d\d s\.$/,
        /^Who fetched documents is not in the event log yet: 1 entries wait, the oldest for 6\d\d s\.$/,
      ],
    })
  },
)

t.test('a read model that stands still or is far behind is reported in a sentence', async (t) => {
  const minuteAgo = (): Date => new Date(Date.now() - 60_000)
  const own = await buildTestApi(t, ({ recorded, dataKeys }) => ({
    commands: commandHandler({ store: recorded, keys: dataKeys, clock: minuteAgo }),
  }))
  await own.haulier.create()
  await own.haulier.call('GET', '/api/ecmrs')
  const health = async () => viewOf(await own.call('GET', '/api/health'))
  const isSaid = async (sentence: RegExp) => (await health()).problems.some((one) => sentence.test(one))
  await until(async () => (await health()).status === 'ok', 'the projections')
  await own.pool.query(`update projections.checkpoints set updated_at = now() - interval '1 minute'`)
  const blocker = await own.pool.connect()
  t.teardown(() => blocker.release(true))
  await blocker.query(`begin; select from projections.checkpoints where name = 'list' for update`)
  await own.haulier.create()
  const still =
    /^The read model list has stood still for 6\d s, 6\d s behind the event log\. The log of the projector says why\.$/
  await until(() => isSaid(still), 'that it stands still')
  const slow = await own.call('GET', '/api/health')
  t.match(slow, { status: 200 })
  t.match(viewOf(slow), { status: 'degraded', problems: [still] })
  t.ok((viewOf(slow).checks.projections.list?.lag_ms ?? 0) > 10_000)
})

t.test(
  'the newest backup is shown, and one that is late reported, without saying where it is kept',
  async (t) => {
    const own = await buildTestApi(t)
    const health = async () => viewOf(await own.call('GET', '/api/health'))
    await own.pool.query(`insert into backup.places (place, ok_at) values ('/mnt/by-hand', now())`)
    t.notOk('backup' in (await health()).checks, 'none are made by themselves')
    const shows = (what: string, state: 'ok' | 'late') =>
      until(async () => (await health()).checks.backup?.state === state, what)
    await own.pool.query(`insert into backup.places (place, every_ms) values ('/mnt/backups', 3600000)`)
    await shows('the schedule', 'ok')
    t.match((await health()).checks, { backup: { newest_at: null } })
    await own.pool.query(
      `update backup.places set ok_at = now() - interval '5 hours', problem = 'The disk is full.' where place = '/mnt/backups'`,
    )
    await shows('that it is late', 'late')
    const { checks, problems, status } = await health()
    t.equal(status, 'degraded')
    const ageMs = Date.now() - Date.parse(checks.backup?.newest_at ?? '')
    t.equal(Math.floor(ageMs / 3_600_000), 5)
    t.ok(problems.includes('No backup has been made for 5 h; "ecmr doctor" says why.'), problems.join(' '))
    t.notMatch(problems.join(' '), '/mnt/backups')
    t.equal((await own.call('GET', '/readyz')).status, 200, 'it works all the same')
  },
)

t.test('a log that cannot be read is reported, and commands are still accepted', async (t) => {
  const reason = 'The event log cannot be read: statement timeout.'
  const { call } = await api.another({ checkReading: async () => Promise.reject(new Error(reason)) })
  t.match(viewOf(await call('GET', '/api/health')), { status: 'degraded', problems: [reason] })
})

t.test('sizes of tables that cannot be read are reported, and commands are still accepted', async (t) => {
  const reason = 'The sizes of tables cannot be read, and are in no metric; the log says why.'
  const { call } = await api.another({ checkTableSizes: async () => Promise.reject(new Error(reason)) })
  t.match(viewOf(await call('GET', '/api/health')), { status: 'degraded', problems: [reason] })
  t.equal((await call('GET', '/readyz')).status, 200)
})

t.test('an unavailable broker is reported, and commands are still accepted', async (t) => {
  const { call } = await api.another({ checkBroker: async () => Promise.reject(new Error('away')) })
  const health = await call('GET', '/api/health')
  t.equal(health.status, 200)
  t.match(viewOf(health), {
    status: 'degraded',
    checks: { broker: 'unavailable' },
    problems: ['The broker cannot be used: away.'],
  })
  t.equal((await call('GET', '/readyz')).status, 200)
})

t.test('the reason for an outage may name servers, so only private callers see it', async (t) => {
  const reason = 'NATS at nats-1.internal:4222 does not answer.'
  const { app } = await api.another({ checkBroker: async () => Promise.reject(new Error(reason)) })
  const from = async (remoteAddress: string): Promise<readonly string[]> =>
    (await app.inject({ method: 'GET', url: '/api/health', remoteAddress })).json().problems
  t.ok((await from('10.1.2.3')).includes(reason))
  const shown = await from('192.0.2.1')
  t.ok(shown.includes('The broker cannot be used.'))
  t.notMatch(shown.join(' '), /nats-1/)
})

t.test('whether events reach the broker is known from what the relay says', async (t) => {
  const { pool } = api
  const check = relayCheck(pool)
  await t.rejects(check(), { message: 'No relay has run yet: events do not reach the broker.' })
  await reportRelayStatus(pool, { name: 'relay', position: '7' })
  await t.resolves(check())
  await reportRelayStatus(pool, { name: 'relay', position: '7', problem: 'NATS is full.' })
  await t.rejects(check(), { message: 'NATS is full.' })
  await reportRelayStatus(pool, { name: 'relay', position: '8' })
  await t.resolves(check())
  await pool.query(`update broker.progress set seen_at = seen_at - interval '40 s'`)
  await t.rejects(check(), {
    message: /^The relay was last heard of 40 s ago: events do not reach the broker\.$/,
  })
  await pool.query('drop table broker.progress')
  await t.rejects(check(), {
    message: 'Whether events reach the broker is not known: PostgreSQL cannot be asked.',
  })
})

t.test('without the event log nothing can be accepted', async (t) => {
  const { call } = await api.another({
    store: { ...api.store, head: async () => Promise.reject(new Error('away')) },
  })
  const health = await call('GET', '/api/health')
  t.equal(health.status, 503)
  const problems = ['The event log cannot be used: away.']
  t.match(viewOf(health), { status: 'unavailable', checks: { event_log: 'unavailable' }, problems })
  const readyz = await call('GET', '/readyz')
  t.equal(readyz.status, 503)
  t.same(readyz.json(), { status: 'unavailable', problems })
  t.equal((await call('GET', '/livez')).status, 200)
})

t.test('an event log that does not answer counts as away after a while', async (t) => {
  const { call } = await api.another({
    store: { ...api.store, head: () => new Promise(() => undefined) },
    storeWaitMs: 500,
  })
  const readyz = await call('GET', '/readyz')
  t.same(readyz.json(), {
    status: 'unavailable',
    problems: ['The event log cannot be used: no answer within 0.5 s.'],
  })
})

t.test('a read model that no process keeps up to date is named', async () => {
  await api.haulier.create()
  await api.stopProjections()
  await until(async () => {
    const { status, problems } = viewOf(await api.call('GET', '/api/health'))
    return status === 'degraded' && problems.includes('No process keeps the read model list up to date.')
  }, 'health to say so')
})
