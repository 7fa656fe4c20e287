import type { ChangeWebhook } from '@ecmr/contract'
import {
  changeEndpoint,
  deleteEndpoint,
  type Endpoint,
  findDelivery,
  findEndpoint,
  listDeliveries,
  listEndpoints,
  secretBox,
  switchEndpoint,
} from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { created, head, note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { a, actor, b, openReceiving, openWorld, operator } from './support/world.js'

const NO_ID = '00000000-0000-0000-0000-000000000000'
const UNKNOWN = ['', 'x', "'; drop table", NO_ID]

/** An endpoint whose attempts are answered only when the test says so, and what its owner does with it. */
async function openEndpoint(t: Test) {
  const answers: ((status: number) => void)[] = []
  const world = await openReceiving(t, (response) =>
    answers.push((status) => response.writeHead(status).end()),
  )
  const { pool, context, changes, endpoint, rows } = world
  const tryChange = (
    changes: ChangeWebhook,
    more: { id?: string; company?: typeof a; commandId?: string } = {},
  ) => changeEndpoint(context, { company: a, id: endpoint.id, actor, changes, followsFrom: head(), ...more })
  return {
    ...world,
    tryChange,
    async change(changes: ChangeWebhook): Promise<Endpoint> {
      const changed = await tryChange(changes)
      if (!changed.ok) throw new Error(changed.reason)
      return changed.view
    },
    remove: (id = endpoint.id, company = a) =>
      deleteEndpoint(context, { company, id, actor, correlationId: 'r-1' }),
    find: () => findEndpoint(pool, a, endpoint.id),
    /** what was audited since the registration */
    audited: () => changes.filter(({ type }) => type !== 'WebhookRegistered'),
    statuses: async () =>
      (await rows('select status from webhooks.deliveries order by version')).map(({ status }) => status),
    answer: (status: number) => answers.splice(0).forEach((respond) => void respond(status)),
  }
}

t.test('the secret is shown once, and stored encrypted', async (t) => {
  const { pool, secret, endpoint, rows, changes } = await openEndpoint(t)
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/, 'as Standard Webhooks writes 32 bytes')
  t.notOk('secret' in endpoint)
  t.notOk(JSON.stringify(await listEndpoints(pool, a)).includes(secret))
  t.notOk(
    JSON.stringify(await rows('select * from webhooks.endpoints')).includes(secret.slice('whsec_'.length)),
  )
  t.notOk(JSON.stringify(changes).includes('whsec_'))
})

t.test('a sealed secret opens with its key and for its owner only', async (t) => {
  const box = secretBox('key')
  const sealed = box.seal('whsec_x', 'endpoint-1')
  t.equal(box.open(sealed, 'endpoint-1'), 'whsec_x')
  t.not(box.seal('whsec_x', 'endpoint-1'), sealed, 'sealed differently each time')
  t.throws(() => box.open(sealed, 'endpoint-2'))
  t.throws(() => secretBox('another key').open(sealed, 'endpoint-1'))
  const altered = sealed.replace(/[^.](?=[^.]*$)/, (first) => (first === 'A' ? 'B' : 'A'))
  for (const bad of [altered, sealed.replace('v1', 'v2'), '']) t.throws(() => box.open(bad, 'endpoint-1'))
})

t.test('the audit trail says who changed what, and nothing of what an address may hold', async (t) => {
  const { context, register, changes } = await openWorld(t)
  const { endpoint } = await register('company-a', 'http://127.0.0.1:9/T0K/b-secret?token=t-secret', [
    'ecmr.signed',
    'ecmr.signed',
  ])
  const { id } = endpoint
  for (const change of [{ url: 'http://127.0.0.1:10/c-secret' }, { enabled: false }])
    await changeEndpoint(context, { company: a, id, actor, changes: change, followsFrom: head() })
  await deleteEndpoint(context, { company: a, id, actor, correlationId: 'request-1' })
  t.match(changes, [
    {
      type: 'WebhookRegistered',
      company_id: 'company-a',
      data: { webhook_id: id, url: 'http://127.0.0.1:9/…', events: ['ecmr.signed'] },
      actor,
    },
    { data: { changes: { url: { old: 'http://127.0.0.1:9/…', new: 'http://127.0.0.1:10/…' } } } },
    { type: 'WebhookChanged', data: { url: 'http://127.0.0.1:10/…' } },
    { type: 'WebhookDisabled', data: { url: 'http://127.0.0.1:10/…' } },
    { type: 'WebhookDeleted', data: { webhook_id: id }, actor, correlation_id: 'request-1' },
  ])
  t.notMatch(JSON.stringify(changes), /secret|T0K/)
})

t.test('a change that cannot be audited is not made', async (t) => {
  const { context, find, endpoint } = await openEndpoint(t)
  const failing = { ...context, recordAudit: () => Promise.reject(new Error('no audit')) }
  const command = { company: a, id: endpoint.id, actor }
  await t.rejects(deleteEndpoint(failing, command), { message: 'no audit' })
  const changes = { description: 'x', enabled: false }
  await t.rejects(changeEndpoint(failing, { ...command, changes, followsFrom: '' }), { message: 'no audit' })
  t.same(await find(), endpoint)
})

t.test('a company has at most 20 endpoints, however many it registers at once', async (t) => {
  const { register, pool, context } = await openWorld(t)
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => register('company-a')))
  t.equal(all.filter(({ status }) => status === 'fulfilled').length, 20)
  for (const one of all)
    if (one.status === 'rejected') t.match(one, { reason: { message: 'too_many_endpoints' } })
  const [newest] = await listEndpoints(pool, a)
  await deleteEndpoint(context, { company: a, id: newest?.id ?? '', actor })
  t.ok(await register('company-a'), 'a deleted one makes room')
  t.ok(await register('company-b'), 'others have their own twenty')
})

t.test('two companies never see each other’s endpoints, deliveries or events', async (t) => {
  const { pool, register, startWorker, plan, settled, receiver, endpoint, remove, tryChange, answer } =
    await openEndpoint(t)
  const toB = await startReceiver(t)
  const { endpoint: another } = await register('company-b', toB.url)
  startWorker()
  await plan(...created(1), ...created(1, 'company-b'))
  await receiver.count(1)
  answer(200)
  await settled('delivered', 2)
  t.equal(receiver.received.length, 1)
  t.equal(toB.received.length, 1)
  const [own] = (await listDeliveries(pool, a, endpoint.id, { limit: 10 }))?.data ?? []
  t.equal(own?.status, 'delivered')
  t.match(await listEndpoints(pool, b), [{ id: another.id }])
  t.equal((await listEndpoints(pool, b)).length, 1)
  for (const id of [endpoint.id, ...UNKNOWN]) {
    t.equal(await findEndpoint(pool, b, id), undefined, id)
    t.equal(await listDeliveries(pool, b, id, { limit: 10 }), undefined, id)
    t.equal(await findDelivery(pool, b, id, own?.id ?? ''), undefined, id)
    t.match(await remove(id, b), { ok: false, reason: 'not_found' }, id)
    for (const changes of [{ enabled: false }, { url: 'http://10.0.0.1/' }])
      t.match(
        await tryChange(changes, { id, company: b }),
        { ok: false, reason: 'not_found' },
        'whatever the url',
      )
  }
  t.equal(await findDelivery(pool, b, another.id, own?.id ?? ''), undefined, 'nor through an own endpoint')
  t.same(await findEndpoint(pool, a, endpoint.id), endpoint)
})

t.test('only what is given changes, null clears, and what changes nothing leaves no trace', async (t) => {
  const { change, endpoint, audited, receiver } = await openEndpoint(t)
  const events = [...endpoint.events]
  t.same(await change({ url: receiver.url, events, enabled: true, description: null }), endpoint)
  t.same(audited(), [])
  const full = await change({ description: 'TMS', max_per_second: 5 })
  t.match(full, { url: receiver.url, events, description: 'TMS', max_per_second: 5 })
  t.ok(full.updated_at >= endpoint.updated_at)
  const moved = { url: 'http://127.0.0.1/Other', events: ['ecmr.signed' as const] }
  const other = await change({ ...moved, url: 'http://127.0.0.1:80/Other' })
  t.match(other, { ...moved, description: 'TMS', max_per_second: 5 })
  const cleared = { description: null, max_per_second: null }
  t.match(await change(cleared), { ...moved, ...cleared })
  const address = receiver.url.replace('hooks', '…')
  t.match(
    audited().map(({ data }) => data),
    [
      { changes: { description: { old: null, new: 'TMS' }, max_per_second: { old: null, new: 5 } } },
      {
        changes: {
          url: { old: address, new: 'http://127.0.0.1/…' },
          events: { old: events, new: ['ecmr.signed'] },
        },
      },
      { changes: { description: { old: 'TMS', new: null }, max_per_second: { old: 5, new: null } } },
    ],
  )
})

t.test('disabling cancels what waits and the replay, and later events are not kept', async (t) => {
  const { change, register, plan, rows, endpoint, audited, statuses } = await openEndpoint(t)
  const { endpoint: untouched } = await register('company-b')
  const one = note()
  await plan(one.event('EcmrCreated'), ...created(1, 'company-b'))
  await rows(
    `insert into webhooks.replays (id, endpoint_id, company_id, until_position, events, only_failed, created_at)
     select gen_random_uuid(), id, company_id, '', events, false, now() from webhooks.endpoints`,
  )
  t.match(await change({ enabled: false }), { status: 'disabled', status_reason: 'owner' })
  await plan(one.event('EcmrSigned'))
  t.same((await statuses()).sort(), ['cancelled', 'pending'], 'the other company’s still waits')
  const replays = await rows(
    'select endpoint_id, status, status_reason from webhooks.replays order by status',
  )
  t.match(replays, [
    { endpoint_id: endpoint.id, status: 'cancelled', status_reason: 'webhook_disabled' },
    { endpoint_id: untouched.id, status: 'running' },
  ])
  await change({ enabled: false })
  t.match(audited(), [
    { type: 'WebhookChanged', data: { changes: { enabled: { old: true, new: false } } }, actor },
    { type: 'WebhookDisabled', data: { webhook_id: endpoint.id, reason: 'owner' }, actor },
  ])
  t.equal(audited().length, 2, 'once')
})

t.test('enabling brings events from then on, with a clean record', async (t) => {
  const { change, endpoint, fail, plan, rows, audited } = await openEndpoint(t)
  await change({ enabled: false })
  await fail(endpoint.id, new Date(Date.now() + 60_000))
  const missed = created(1)
  t.match(await change({ enabled: true }), {
    status: 'active',
    status_reason: null,
    health: { state: 'ok', failures: 0 },
  })
  const [wanted] = created(1)
  await plan(...missed, ...(wanted ? [wanted] : []))
  const planned = await rows('select event_id from webhooks.deliveries')
  t.same(planned, [{ event_id: wanted?.id }], 'nothing of what was recorded while it was disabled')
  const enabled = { type: 'WebhookChanged', data: { changes: { enabled: { old: false, new: true } } } }
  t.match(audited().at(-1), enabled)
})

t.test(
  'the owner enables what the service disabled, and only the operator what the operator did',
  async (t) => {
    const { tryChange, change, find, rows, context, endpoint, audited } = await openEndpoint(t)
    for (const reason of ['owner', 'gone', 'failing']) {
      await rows(`update webhooks.endpoints set status = 'disabled', status_reason = $1`, [reason])
      t.match(await change({ enabled: true }), { status: 'active', status_reason: null }, reason)
    }
    await change({ enabled: false })
    const command = { company: a, id: endpoint.id, actor: operator }
    const off = await switchEndpoint(context, { ...command, enabled: false })
    t.match(
      off,
      { ok: true, view: { status: 'disabled', status_reason: 'operator' } },
      'over the owner’s reason',
    )
    t.match(audited().at(-1), { type: 'WebhookDisabled', data: { reason: 'operator' }, actor: operator })
    const before = audited().length
    const refused = await tryChange({ enabled: true, description: 'x' })
    t.match(refused, { ok: false, reason: 'disabled_by_operator' })
    t.match(await find(), { status: 'disabled', description: null })
    t.match(await change({ enabled: false }), { status_reason: 'operator' }, 'the owner’s changes nothing')
    await switchEndpoint(context, { ...command, enabled: false })
    t.equal(audited().length, before, 'nor does the operator’s own, again')
    t.match(
      await change({ description: 'x' }),
      { status: 'disabled', description: 'x' },
      'the rest may change',
    )
    const on = await switchEndpoint(context, { ...command, enabled: true, followsFrom: head() })
    t.match(on, { ok: true, view: { status: 'active', status_reason: null } })
  },
)

t.test('another address begins with a clean record; another description does not', async (t) => {
  const { change, endpoint, fail, rows } = await openEndpoint(t)
  await fail(endpoint.id, new Date(Date.now() + 60_000))
  t.match(await change({ description: 'x' }), { health: { state: 'paused', failures: 10 } })
  t.match(await change({ url: 'http://127.0.0.1/new' }), {
    health: { state: 'ok', failures: 0, failing_since: null, paused_until: null },
  })
  const health = await rows('select times_opened from webhooks.endpoint_health')
  t.same(health, [{ times_opened: 0 }], 'the next pause is a short one again')
})

t.test('changes at once happen one after the other, and a repeated command happens once', async (t) => {
  const { tryChange, change, audited } = await openEndpoint(t)
  const wanted = Array.from({ length: 20 }, (_, index) => `description ${index}`)
  await Promise.all(wanted.map((description) => change({ description })))
  const chain = audited().map(({ data }) => JSON.parse(JSON.stringify(data)).changes.description)
  t.same(chain.map((change) => change.new).sort(), [...wanted].sort(), 'none is lost')
  for (const [index, change] of chain.entries()) t.equal(change.old, chain[index - 1]?.new ?? null)

  const once = () =>
    tryChange({ description: 'first' }, { commandId: '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e' })
  const both = await Promise.all([once(), once()])
  t.same(both.map((one) => one.ok && one.replayed).sort(), [false, true])
  await change({ description: 'second' })
  t.match(await once(), { ok: true, replayed: true, view: { description: 'second' } }, 'the present state')
  t.equal(audited().length, 22)
})

t.test('of new events to send: what was planned is sent, what comes follows the new list', async (t) => {
  const { change, plan, rows } = await openEndpoint(t)
  await change({ events: ['ecmr.created'] })
  const one = note()
  await plan(one.event('EcmrCreated'))
  await change({ events: ['ecmr.signed', 'ecmr.incidencia'] })
  await plan(...created(1), one.event('EcmrSigned'))
  t.same(await rows('select type, status from webhooks.deliveries order by version'), [
    { type: 'ecmr.created', status: 'pending' },
    { type: 'ecmr.signed', status: 'pending' },
  ])
})

t.test('a deleted endpoint: what waits is cancelled, its secret wiped, nothing more planned', async (t) => {
  const { remove, plan, rows } = await openEndpoint(t)
  const one = note()
  await plan(one.event('EcmrCreated'))
  t.match(await remove(), { ok: true })
  t.match(await remove(), { ok: false, reason: 'not_found' }, 'once')
  await plan(one.event('EcmrSigned'))
  const left = await rows(
    'select d.status, e.secret from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id',
  )
  t.same(left, [{ status: 'cancelled', secret: null }])
})

t.test('while an attempt is under way', async (t) => {
  async function openAttempt(t: Test) {
    const world = await openEndpoint(t)
    world.startWorker({ schedule: [0, 0, 0] })
    await world.create()
    await world.receiver.count(1)
    return { ...world, next: await startReceiver(t) }
  }

  for (const [what, end] of [
    ['deleted', ({ remove }: Awaited<ReturnType<typeof openAttempt>>) => remove()],
    ['disabled', ({ change }: Awaited<ReturnType<typeof openAttempt>>) => change({ enabled: false })],
  ] as const)
    await t.test(`its endpoint is ${what}: the attempt counts, no retry follows`, async (t) => {
      const world = await openAttempt(t)
      await end(world)
      world.answer(500)
      await world.eventually('select 1 from webhooks.attempts where duration_ms is not null')
      t.same(await world.statuses(), ['cancelled'])
    })

  for (const status of [500, 410])
    await t.test(`its endpoint moves, and ${status} is held against the old address only`, async (t) => {
      const { change, next, answer, settled, receiver, find } = await openAttempt(t)
      await change({ url: next.url })
      answer(status)
      const [delivery] = await settled('delivered')
      t.match(delivery.log, [
        { number: 1, response_status: status },
        { number: 2, response_status: 200 },
      ])
      t.match(await find(), { status: 'active', health: { failures: 0 } })
      t.equal(receiver.received.length, 1)
    })

  await t.test('its endpoint moves to where nothing answers: those failures count', async (t) => {
    const { rows, answer, settled } = await openAttempt(t)
    await rows(`update webhooks.endpoints set url = 'http://127.0.0.1:1/'`)
    answer(500)
    await settled('exhausted')
    t.same(
      await rows('select failures from webhooks.endpoint_health'),
      [{ failures: 2 }],
      'two at the new one',
    )
  })
})

t.test('endpoints can be deleted in the middle of everything', async (t) => {
  const { register, context, startWorker, plan, eventually, receiver, endpoint } = await openReceiving(
    t,
    (response, _, nth) => response.writeHead(nth % 2 ? 500 : 200).end(),
  )
  const endpoints = [endpoint]
  for (let n = 1; n < 5; n++) endpoints.push((await register('company-a', receiver.url)).endpoint)
  for (const schedule of [1, 2].map(() => [0, ...Array.from({ length: 100 }, () => 1)]))
    startWorker({ schedule })
  const notes = Array.from({ length: 50 }, () => note())
  for (const type of ['EcmrCreated', 'EcmrSigned'] as const)
    await plan(...notes.map((one) => one.event(type)))
  await receiver.count(20)
  const deletions = endpoints.map(({ id }) => deleteEndpoint(context, { company: a, id, actor }))
  for (const deletion of await Promise.all(deletions)) t.match(deletion, { ok: true })
  await eventually(`select 1 where not exists (select from webhooks.deliveries where status = 'pending')`)
})
