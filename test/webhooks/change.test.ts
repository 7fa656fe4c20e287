import type { ChangeWebhook } from '@ecmr/contract'
import { actingFor } from '@ecmr/domain'
import {
  changeEndpoint,
  deleteEndpoint,
  type Endpoint,
  findEndpoint,
  planDeliveries,
  switchEndpoint,
} from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { head, note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { loopback, openWorld, settledAs } from './support/world.js'

const a = actingFor('company-a')
const b = actingFor('company-b')
const actor = { kind: 'api_key', id: 'k', name: 'test' } as const
const operator = { kind: 'operator', id: 'o', name: 'operator' } as const
const nowhere = 'http://127.0.0.1/hooks'

async function openChanges(t: Test) {
  const world = await openWorld(t)
  const context = { ...world, urlRules: { guard: loopback, httpsOnly: false } }
  const ask = (id: string, changes: ChangeWebhook, more: { company?: typeof a; commandId?: string } = {}) =>
    changeEndpoint(context, { company: a, id, actor, changes, followsFrom: head(), ...more })
  const asked = async (...request: Parameters<typeof ask>): Promise<Endpoint> => {
    const changed = await ask(...request)
    if (!changed.ok) throw new Error(changed.reason)
    return changed.view
  }
  const changesOf = () => world.changes.filter(({ type }) => type !== 'WebhookRegistered')
  const statuses = async () =>
    (await world.pool.query('select status from webhooks.deliveries order by created_at, version')).rows.map(
      ({ status }) => status,
    )
  return { ...world, ask, asked, changesOf, statuses }
}

t.test('the audit trail says where a webhook is, and nothing of what its address may hold', async (t) => {
  const { asked, register, changes } = await openChanges(t)
  const { endpoint } = await register('company-a', 'http://127.0.0.1:9/T0K/b-secret?token=t-secret')
  await asked(endpoint.id, { url: 'http://127.0.0.1:10/c-secret' })
  await asked(endpoint.id, { enabled: false })
  t.match(
    changes.map(({ type, data }) => ({ type, data })),
    [
      { type: 'WebhookRegistered', data: { url: 'http://127.0.0.1:9/…' } },
      { data: { changes: { url: { old: 'http://127.0.0.1:9/…', new: 'http://127.0.0.1:10/…' } } } },
      { type: 'WebhookChanged', data: { url: 'http://127.0.0.1:10/…' } },
      { type: 'WebhookDisabled', data: { url: 'http://127.0.0.1:10/…' } },
    ],
  )
  t.notMatch(JSON.stringify(changes), /secret|T0K/)
})

t.test('only what is given changes, and null clears', async (t) => {
  const { asked, register, changesOf } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere, ['ecmr.created'])
  const full = await asked(endpoint.id, { description: 'TMS', max_per_second: 5 })
  t.match(full, { url: nowhere, events: ['ecmr.created'], description: 'TMS', max_per_second: 5 })
  t.ok(full.updated_at >= endpoint.updated_at)
  const other = await asked(endpoint.id, { url: 'http://127.0.0.1:80/Other', events: ['ecmr.signed'] })
  t.match(other, {
    url: 'http://127.0.0.1/Other',
    events: ['ecmr.signed'],
    description: 'TMS',
    max_per_second: 5,
  })
  const cleared = await asked(endpoint.id, { description: null, max_per_second: null })
  t.match(cleared, { events: ['ecmr.signed'], description: null, max_per_second: null })
  t.same(
    changesOf().map(({ data }) => data),
    [
      { description: { old: null, new: 'TMS' }, max_per_second: { old: null, new: 5 } },
      {
        url: { old: 'http://127.0.0.1/…', new: 'http://127.0.0.1/…' },
        events: { old: ['ecmr.created'], new: ['ecmr.signed'] },
      },
      { description: { old: 'TMS', new: null }, max_per_second: { old: 5, new: null } },
    ].map((changes) => ({ webhook_id: endpoint.id, url: 'http://127.0.0.1/…', changes })),
  )
})

t.test('what changes nothing leaves no trace', async (t) => {
  const { asked, register, changesOf } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  const same = { url: nowhere, events: [...endpoint.events], enabled: true, description: null }
  t.same(await asked(endpoint.id, same), endpoint)
  t.same(changesOf(), [])
})

t.test('a bad url is refused like at registration, and the rest is not changed either', async (t) => {
  const { ask, register, changesOf, pool } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  const bad: readonly (readonly [string, string])[] = [
    ['not a url', 'invalid_url'],
    ['ftp://example.com/', 'invalid_scheme'],
    ['http://user:secret@127.0.0.1/', 'credentials_in_url'],
    ['http://127.0.0.1/#here', 'fragment_in_url'],
    ['http://169.254.169.254/latest/meta-data', 'forbidden_address'],
    ['http://0x0a000001/', 'forbidden_address'],
    ['http://[::ffff:10.0.0.1]/', 'forbidden_address'],
    [`http://127.0.0.1/${'x'.repeat(2_048)}`, 'too_long'],
  ]
  for (const [url, code] of bad) {
    t.match(await ask(endpoint.id, { url, description: 'new' }), {
      reason: 'invalid_url',
      fault: { pointer: '/url', code },
    })
  }
  t.same(await findEndpoint(pool, a, endpoint.id), endpoint)
  t.same(changesOf(), [])
})

t.test(
  'another company’s, a deleted and a malformed endpoint are all unknown, whatever the url',
  async (t) => {
    const { ask, register, pool, recordAudit } = await openChanges(t)
    const { endpoint } = await register('company-a', nowhere)
    const { endpoint: deleted } = await register('company-b', nowhere)
    await deleteEndpoint({ pool, recordAudit }, { company: b, id: deleted.id, actor })
    for (const id of [endpoint.id, deleted.id, 'x', '', '00000000-0000-0000-0000-000000000000']) {
      for (const changes of [{ enabled: false }, { url: 'http://10.0.0.1/' }]) {
        t.match(await ask(id, changes, { company: b }), { ok: false, reason: 'not_found' }, id)
      }
    }
    t.same(await findEndpoint(pool, a, endpoint.id), endpoint)
  },
)

t.test('disabling cancels what waits and the replay, and later events are not kept', async (t) => {
  const { asked, register, pool, changesOf, statuses } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  const { endpoint: untouched } = await register('company-b', nowhere)
  const one = note('company-a')
  await planDeliveries(pool, [one.event('EcmrCreated'), note('company-b').event('EcmrCreated')])
  for (const { id } of [endpoint, untouched]) await insertReplay(pool, id)
  const disabled = await asked(endpoint.id, { enabled: false })
  t.match(disabled, { status: 'disabled', status_reason: 'owner' })
  await planDeliveries(pool, [one.event('EcmrSigned')])
  t.same((await statuses()).sort(), ['cancelled', 'pending'], 'the other company’s still waits')
  const { rows } = await pool.query('select endpoint_id, status, status_reason from webhooks.replays')
  const replayOf = (id: string) => rows.find(({ endpoint_id }) => endpoint_id === id)
  t.match(replayOf(endpoint.id), { status: 'cancelled', status_reason: 'webhook_disabled' })
  t.match(replayOf(untouched.id), { status: 'running' })
  t.match(changesOf(), [
    { type: 'WebhookChanged', data: { changes: { enabled: { old: true, new: false } } }, actor },
    { type: 'WebhookDisabled', data: { webhook_id: endpoint.id, reason: 'owner' }, actor },
  ])
  await asked(endpoint.id, { enabled: false })
  t.equal(changesOf().length, 2, 'once')
})

t.test('enabling brings events from then on, with a clean record', async (t) => {
  const { asked, register, pool, changesOf } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  await asked(endpoint.id, { enabled: false })
  await insertHealth(pool, endpoint.id)
  const missed = note('company-a').event('EcmrCreated')
  const enabled = await asked(endpoint.id, { enabled: true })
  t.match(enabled, { status: 'active', status_reason: null, health: { state: 'ok', failures: 0 } })
  const wanted = note('company-a').event('EcmrCreated')
  await planDeliveries(pool, [missed, wanted])
  const { rows } = await pool.query('select event_id from webhooks.deliveries')
  t.same(rows, [{ event_id: wanted.id }], 'nothing of what was recorded while it was disabled')
  t.match(changesOf().at(-1), {
    type: 'WebhookChanged',
    data: { changes: { enabled: { old: false, new: true } } },
  })
})

t.test(
  'the owner enables what the service or the owner disabled; what the operator disabled only the operator enables',
  async (t) => {
    const { ask, asked, register, pool, recordAudit, changesOf } = await openChanges(t)
    const { endpoint } = await register('company-a', nowhere)
    const { id } = endpoint
    for (const reason of ['owner', 'gone', 'failing']) {
      await pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = $1`, [reason])
      t.match(await asked(id, { enabled: true }), { status: 'active', status_reason: null }, reason)
    }
    await asked(id, { enabled: false })
    const byOperator = { company: a, id, actor: operator }
    const off = await switchEndpoint({ pool, recordAudit }, { ...byOperator, enabled: false })
    t.match(
      off,
      { ok: true, view: { status: 'disabled', status_reason: 'operator' } },
      'over the owner’s reason',
    )
    t.match(changesOf().at(-1), { type: 'WebhookDisabled', data: { reason: 'operator' }, actor: operator })
    const before = changesOf().length
    t.match(await ask(id, { enabled: true, description: 'x' }), { ok: false, reason: 'disabled_by_operator' })
    t.match(await findEndpoint(pool, a, id), { status: 'disabled', description: null })
    t.match(
      await asked(id, { enabled: false }),
      { status_reason: 'operator' },
      'the owner’s word changes nothing',
    )
    await switchEndpoint({ pool, recordAudit }, { ...byOperator, enabled: false })
    t.equal(changesOf().length, before, 'nor does the operator’s own, again')
    t.match(
      await asked(id, { description: 'x' }),
      { status: 'disabled', description: 'x' },
      'the rest may change',
    )
    const on = await switchEndpoint(
      { pool, recordAudit },
      { ...byOperator, enabled: true, followsFrom: head() },
    )
    t.match(on, { ok: true, view: { status: 'active', status_reason: null } })
  },
)

t.test('another address begins with a clean record; another description does not', async (t) => {
  const { asked, register, pool } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  await insertHealth(pool, endpoint.id)
  t.match(await asked(endpoint.id, { description: 'x' }), { health: { state: 'paused', failures: 12 } })
  t.match(await asked(endpoint.id, { url: 'http://127.0.0.1/new' }), {
    health: { state: 'ok', failures: 0, failing_since: null, paused_until: null },
  })
  const { rows } = await pool.query('select times_opened from webhooks.endpoint_health')
  t.same(rows, [{ times_opened: 0 }], 'the next pause is a short one again')
})

t.test('a change that cannot be audited is not made', async (t) => {
  const { register, pool } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  const recordAudit = () => Promise.reject(new Error('no audit'))
  const context = { pool, recordAudit, urlRules: { guard: loopback, httpsOnly: false } }
  const changes = { description: 'x', enabled: false }
  await t.rejects(changeEndpoint(context, { company: a, id: endpoint.id, actor, changes, followsFrom: '' }), {
    message: 'no audit',
  })
  t.same(await findEndpoint(pool, a, endpoint.id), endpoint)
})

t.test('twenty changes at once happen one after the other', async (t) => {
  const { asked, register, changesOf } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  const wanted = Array.from({ length: 20 }, (_, index) => `description ${index}`)
  await Promise.all(wanted.map((description) => asked(endpoint.id, { description })))
  const chain = changesOf().map(({ data }) => JSON.parse(JSON.stringify(data)).changes.description)
  t.equal(chain.length, 20)
  t.same([...new Set(chain.map((change) => change.new))].sort(), [...wanted].sort(), 'none is lost')
  for (const [index, change] of chain.entries()) t.equal(change.old, chain[index - 1]?.new ?? null)
})

t.test('a command that comes again is not carried out again, though others came in between', async (t) => {
  const { ask, asked, register, changesOf } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere)
  const commandId = '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e'
  const twice = { description: 'first' }
  const both = await Promise.all([
    ask(endpoint.id, twice, { commandId }),
    ask(endpoint.id, twice, { commandId }),
  ])
  t.same(both.map((one) => one.ok && one.replayed).sort(), [false, true])
  await asked(endpoint.id, { description: 'second' })
  const again = await ask(endpoint.id, twice, { commandId })
  t.match(again, { ok: true, replayed: true, view: { description: 'second' } }, 'the present state')
  t.equal(changesOf().length, 2)
})

t.test(
  'an endpoint that moves during an attempt: the attempt ends there, the next goes to the new one',
  async (t) => {
    const { asked, register, startWorker, pool, eventually } = await openChanges(t)
    let answer: (() => void) | undefined
    const former = await startReceiver(t, (response) => {
      answer = () => response.writeHead(500).end()
    })
    const present = await startReceiver(t)
    const { endpoint } = await register('company-a', former.url)
    startWorker()
    await planDeliveries(pool, [note('company-a').event('EcmrCreated')])
    await former.count(1)
    await asked(endpoint.id, { url: present.url })
    answer?.()
    await present.count(1)
    const [delivery] = await eventually(...settledAs('delivered'))
    t.match(delivery.log, [
      { number: 1, response_status: 500 },
      { number: 2, response_status: 200 },
    ])
    t.equal(former.received.length, 1)
  },
)

t.test('an endpoint disabled during an attempt: its failure is not followed by another', async (t) => {
  const { asked, register, startWorker, pool, eventually, statuses } = await openChanges(t)
  const answers: (() => void)[] = []
  const receiver = await startReceiver(t, (response) => answers.push(() => response.writeHead(500).end()))
  const { endpoint } = await register('company-a', receiver.url)
  startWorker()
  await planDeliveries(pool, [note('company-a').event('EcmrCreated')])
  await receiver.count(1)
  await asked(endpoint.id, { enabled: false })
  for (const answer of answers) answer()
  await eventually('select 1 from webhooks.attempts where duration_ms is not null')
  t.same(await statuses(), ['cancelled'])
})

t.test('other events asked for: what was planned is sent, what comes follows the new list', async (t) => {
  const { asked, register, pool } = await openChanges(t)
  const { endpoint } = await register('company-a', nowhere, ['ecmr.created'])
  const one = note('company-a')
  await planDeliveries(pool, [one.event('EcmrCreated')])
  await asked(endpoint.id, { events: ['ecmr.signed', 'ecmr.incidencia'] })
  await planDeliveries(pool, [note('company-a').event('EcmrCreated'), one.event('EcmrSigned')])
  const { rows } = await pool.query('select type, status from webhooks.deliveries order by version')
  t.same(rows, [
    { type: 'ecmr.created', status: 'pending' },
    { type: 'ecmr.signed', status: 'pending' },
  ])
})

type Pool = Awaited<ReturnType<typeof openWorld>>['pool']

async function insertHealth(pool: Pool, endpointId: string): Promise<void> {
  await pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 12, now(), 2, now() + interval '1 minute')`,
    [endpointId],
  )
}

async function insertReplay(pool: Pool, endpointId: string): Promise<void> {
  await pool.query(
    `insert into webhooks.replays (id, endpoint_id, company_id, until_position, events, only_failed, created_at)
     select gen_random_uuid(), id, company_id, '', events, false, now() from webhooks.endpoints where id = $1`,
    [endpointId],
  )
}
