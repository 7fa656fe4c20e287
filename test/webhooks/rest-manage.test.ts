import { registeredWebhookView, webhookView } from '@ecmr/contract'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import type { Answer, Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { describedBy } from '../support/openapi.js'
import { note } from './support/events.js'
import { nowhere, openRestWorld, registerAs } from './support/rest-world.js'

type Method = Parameters<Customer['call']>[0]

const shown = (answer: Answer) => asPromised(webhookView, answer.json())
const rotated = (answer: Answer) => asPromised(registeredWebhookView, answer.json())

t.test('a webhook is changed, disabled and enabled', async (t) => {
  const { haulier, audited } = await openRestWorld(t)
  const { path, webhook } = await registerAs(haulier)
  const { secret, ...before } = webhook
  const changed = await haulier.call('PATCH', path, {
    url: 'HTTP://127.0.0.1:80/a%20b',
    events: ['ecmr.signed'],
    description: ' our TMS ',
    max_per_second: 1000,
  })
  t.equal(changed.status, 200)
  t.match(shown(changed), {
    id: before.id,
    url: 'http://127.0.0.1/a%20b',
    events: ['ecmr.signed'],
    description: 'our TMS',
    max_per_second: 1000,
    status: 'active',
  })
  t.notOk(changed.text.includes(secret))
  t.match(shown(await haulier.call('PATCH', path, { enabled: false })), {
    status: 'disabled',
    status_reason: 'owner',
  })
  t.match(shown(await haulier.call('PATCH', path, { enabled: true })), { status: 'active' })
  const cleared = shown(await haulier.call('PATCH', path, { description: null, max_per_second: null }))
  t.match(cleared, { description: null, max_per_second: null, events: ['ecmr.signed'] })
  t.same(shown(await haulier.call('GET', path)), cleared)
  const trail = await audited()
  t.same(
    trail.map(({ type }) => type),
    [
      'WebhookRegistered',
      'WebhookChanged',
      'WebhookChanged',
      'WebhookDisabled',
      'WebhookChanged',
      'WebhookChanged',
    ],
  )
  t.notOk(JSON.stringify(trail).includes('whsec_'))
})

t.test('an enabled webhook gets what is recorded from then on', async (t) => {
  const { haulier, pool, store } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  await haulier.call('PATCH', path, { enabled: false })
  const { rows: registered } = await pool.query('select follows_from from webhooks.endpoints')
  await haulier.create()
  const head = await store.head()
  t.not(registered[0].follows_from, head)
  await haulier.call('PATCH', path, { enabled: true })
  const { rows } = await pool.query('select follows_from from webhooks.endpoints')
  t.same(rows, [{ follows_from: head }])
})

t.test('bad changes are refused with all their faults, and nothing is changed', async (t) => {
  const { haulier, audited } = await openRestWorld(t)
  const { path } = await registerAs(haulier, { description: 'as it was' })
  const before = (await haulier.call('GET', path)).json()
  const bodies: readonly (readonly [unknown, readonly string[]])[] = [
    [{}, ['']],
    [[], ['']],
    [null, ['']],
    ['enabled', ['']],
    [{ url: null, events: null, enabled: null }, ['/url', '/events', '/enabled']],
    [{ url: 7, events: 'ecmr.created', enabled: 'no' }, ['/url', '/events', '/enabled']],
    [{ events: [] }, ['/events']],
    [{ events: ['ecmr.created', 'ecmr.created'] }, ['/events']],
    [{ events: ['ecmr.incident', null] }, ['/events/0', '/events/1']],
    [{ max_per_second: 0 }, ['/max_per_second']],
    [{ max_per_second: 1001 }, ['/max_per_second']],
    [{ max_per_second: 1.5 }, ['/max_per_second']],
    [{ max_per_second: '5' }, ['/max_per_second']],
    [{ description: '' }, ['/description']],
    [{ description: 'x'.repeat(501) }, ['/description']],
    [{ description: 'a\u0007b' }, ['/description']],
    [{ description: 7 }, ['/description']],
    [{ secret: 'whsec_mine', status: 'active', id: 'x' }, ['/secret', '/status', '/id']],
    [{ description: 'new', enable: false }, ['/enable']],
    [{ description: 'new', url: 'not a url' }, ['/url']],
    [{ description: 'new', url: '/relative' }, ['/url']],
    [{ description: 'new', url: 'javascript:alert(1)' }, ['/url']],
    [{ description: 'new', url: 'http://10.0.0.1/' }, ['/url']],
    [{ description: 'new', url: 'http://169.254.169.254/latest/meta-data' }, ['/url']],
    [{ description: 'new', url: 'http://2852039166/' }, ['/url']],
    [{ description: 'new', url: 'http://u:p@127.0.0.1/' }, ['/url']],
    [{ description: 'new', url: 'http://127.0.0.1/#x' }, ['/url']],
    [{ description: 'new', url: `https://example.com/${'x'.repeat(3_000)}` }, ['/url']],
  ]
  for (const [body, pointers] of bodies) {
    const answer = await haulier.call('PATCH', path, body)
    const { status, errors = [] } = answer.problem()
    t.equal(status, 400, JSON.stringify(body).slice(0, 80))
    t.same([...new Set(errors.map(({ pointer }) => pointer))].sort(), [...pointers].sort(), answer.text)
    for (const { message } of errors) t.match(message, /^\S.*[.?]$/, 'a sentence')
  }
  t.match((await haulier.call('PATCH', path, {})).problem().errors, [
    { code: 'empty', message: 'Send at least one of: url, events, enabled, description, max_per_second.' },
  ])
  t.match((await haulier.call('PATCH', path, { description: 7 })).problem().errors, [
    { code: 'wrong_type', message: 'Send a string, not a number.' },
  ])
  t.same((await haulier.call('GET', path)).json(), before)
  t.equal((await audited()).length, 1)
})

t.test('a secret is rotated, shown once, and no cache keeps it', async (t) => {
  const { haulier, audited } = await openRestWorld(t)
  const { path, webhook } = await registerAs(haulier)
  const answer = await haulier.call('POST', `${path}/rotate-secret`)
  t.equal(answer.status, 200, 'a body is not needed')
  t.equal(answer.headers['cache-control'], 'no-store')
  const { secret, previous_secret_until } = rotated(answer)
  t.not(secret, webhook.secret)
  const hours = (Date.parse(previous_secret_until ?? '') - Date.now()) / 3_600_000
  t.ok(hours > 23.9 && hours <= 24, `${hours} hours`)
  const read = await haulier.call('GET', path)
  t.match(shown(read), { previous_secret_until })
  t.notOk(read.text.includes('whsec_'))
  const atOnce = rotated(await haulier.call('POST', `${path}/rotate-secret`, { overlap_hours: 0 }))
  t.equal(atOnce.previous_secret_until, null)
  const trail = JSON.stringify(await audited())
  t.match(trail, /WebhookSecretRotated/)
  t.notOk(trail.includes('whsec_'))
  for (const [body, pointer] of [
    [{ overlap_hours: -1 }, '/overlap_hours'],
    [{ overlap_hours: 169 }, '/overlap_hours'],
    [{ overlap_hours: 0.5 }, '/overlap_hours'],
    [{ overlap_hours: '24' }, '/overlap_hours'],
    [{ overlap_hours: null }, '/overlap_hours'],
    [{ overlap: 24 }, '/overlap'],
    [[], ''],
    [null, ''],
  ] as const) {
    const refused = await haulier.call('POST', `${path}/rotate-secret`, body)
    t.match(refused.problem(), { status: 400, errors: [{ pointer }] }, JSON.stringify(body))
  }
})

t.test('what the operator disabled its owner does not enable', async (t) => {
  const { haulier, pool } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  await pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = 'operator'`)
  const refused = await haulier.call('PATCH', path, { enabled: true })
  t.match(refused.problem(), { status: 409, code: 'webhook_disabled_by_operator' })
  t.match((await haulier.call('GET', path)).json(), { status: 'disabled', status_reason: 'operator' })
})

t.test('every write repeated under its idempotency key is done once and answered again', async (t) => {
  const { haulier, audited } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  const writes: readonly (readonly [Method, string, object | undefined, object | undefined, number])[] = [
    ['PATCH', path, { description: 'new' }, { description: 'other' }, 200],
    ['POST', `${path}/rotate-secret`, { overlap_hours: 2 }, { overlap_hours: 3 }, 200],
    ['DELETE', path, undefined, undefined, 204],
  ]
  for (const [method, address, body, otherBody, status] of writes) {
    const key = { 'idempotency-key': `${method} once` }
    const first = await haulier.call(method, address, body, key)
    t.equal(first.status, status, `${method} ${address}`)
    t.equal(first.headers['idempotent-replayed'], undefined)
    const trail = (await audited()).length
    const second = await haulier.call(method, address, body, key)
    t.equal(second.status, status, `${method} ${address} again`)
    t.equal(second.headers['idempotent-replayed'], 'true')
    t.equal(second.text, first.text)
    t.equal((await audited()).length, trail)
    if (otherBody === undefined) continue
    const other = await haulier.call(method, address, otherBody, key)
    t.match(other.problem(), { status: 422, code: 'idempotency_key_reused' }, 'with another body')
  }
  t.equal((await haulier.call('DELETE', path)).status, 404, 'without the key it is gone')
  t.equal((await haulier.call('DELETE', path, undefined, { 'idempotency-key': 'new' })).status, 404)
  t.equal((await haulier.call('DELETE', path, undefined, { 'idempotency-key': 'new' })).status, 404, 'still')
  t.equal(
    (await haulier.call('PATCH', path, { description: 'new' }, { 'idempotency-key': 'PATCH once' })).status,
    404,
  )
})

t.test('the same key sent twice at once does a thing once', async (t) => {
  const { haulier, another, audited } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  const elsewhere = (await another()).haulier
  const key = { 'idempotency-key': 'rotate-1' }
  const answers = await Promise.all(
    [haulier, elsewhere].map((each) => each.call('POST', `${path}/rotate-secret`, {}, key)),
  )
  t.same(
    answers.map(({ status }) => status),
    [200, 200],
  )
  t.equal(new Set(answers.map((answer) => rotated(answer).secret)).size, 1)
  t.equal((await audited()).filter(({ type }) => type === 'WebhookSecretRotated').length, 1)
})

t.test('no company reaches another’s webhook by any route, nor learns that it exists', async (t) => {
  const { haulier, rival, pool, keyFor, customer, call } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  const event = note(haulier.company.id).event('EcmrCreated')
  await planDeliveries(pool, [{ ...event, position: `9${event.position.slice(1)}` }])
  const { rows } = await pool.query('select id from webhooks.deliveries')
  const before = (await haulier.call('GET', path)).json()
  const reader = customer(haulier.company, await keyFor(haulier.company, ['ecmrs:read', 'ecmrs:write']))
  const routes = (to: string): readonly (readonly [Method, string, object?])[] => [
    ['GET', to],
    ['PATCH', to, { enabled: false }],
    ['PATCH', to, { url: 'http://10.0.0.1/' }],
    ['DELETE', to],
    ['POST', `${to}/rotate-secret`, { overlap_hours: 0 }],
    ['POST', `${to}/test`, {}],
    ['GET', `${to}/deliveries`],
    ['GET', `${to}/deliveries/${rows[0].id}`],
    ['POST', `${to}/deliveries/${rows[0].id}/retry`],
  ]
  const none = '/api/webhooks/00000000-0000-0000-0000-000000000000'
  const unknown = routes(none)
  for (const [index, [method, address, body]] of routes(path).entries()) {
    const said = `${method} ${address}`
    const theirs = await rival.call(method, address, body)
    const [, nothing = none] = unknown[index] ?? []
    const absent = await rival.call(method, nothing, body)
    t.equal(theirs.status, 404, said)
    t.same({ ...theirs.problem(), request_id: '' }, { ...absent.problem(), request_id: '' }, said)
    t.equal((await reader.call(method, address, body)).status, 403, said)
    t.equal((await call(method, address, body)).status, 401, said)
    t.equal((await haulier.call(method, address.replace(path, '/api/webhooks/x'), body)).status, 404, said)
  }
  t.same((await haulier.call('GET', path)).json(), before)
})

t.test('twenty changes at once are all made', async (t) => {
  const { haulier, audited } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      haulier.call('PATCH', path, { description: `description ${index}`, enabled: index % 2 === 0 }),
    ),
  )
  t.same([...new Set(answers.map(({ status }) => status))], [200])
  for (const [index, answer] of answers.entries())
    t.match(answer.json(), { description: `description ${index}` })
  const trail = await audited()
  t.equal(trail.filter(({ type }) => type === 'WebhookChanged').length, 20)
})

t.test('the answers are as the OpenAPI document says', async (t) => {
  const api = await openRestWorld(t)
  const { haulier, pool } = api
  const { contradictions, operations } = await describedBy(api)
  const { path } = await registerAs(haulier)
  const event = note(haulier.company.id).event('EcmrCreated')
  await planDeliveries(pool, [{ ...event, position: `9${event.position.slice(1)}` }])
  const { rows } = await pool.query('select id from webhooks.deliveries')
  const retry = `${path}/deliveries/${rows[0].id}/retry`
  api.startWorker()
  const calls: readonly (readonly [number, Method, string, unknown?])[] = [
    [201, 'POST', '/api/webhooks', { url: nowhere, events: ['ecmr.created'] }],
    [200, 'GET', '/api/webhooks'],
    [200, 'PATCH', path, { description: 'x' }],
    [400, 'PATCH', path, {}],
    [200, 'POST', `${path}/rotate-secret`, {}],
    [400, 'POST', `${path}/rotate-secret`, { overlap_hours: 200 }],
    [200, 'POST', `${path}/test`, {}],
    [404, 'POST', '/api/webhooks/none/test', {}],
    [404, 'POST', '/api/webhooks/none/rotate-secret', {}],
    [200, 'PATCH', path, { enabled: false }],
    [409, 'POST', retry],
    [200, 'PATCH', path, { enabled: true }],
    [202, 'POST', retry],
    [204, 'DELETE', path],
    [404, 'DELETE', path],
  ]
  for (const [status, method, address, body] of calls) {
    const answer = await haulier.call(method, address, body)
    t.equal(answer.status, status, `${method} ${address} ${answer.text}`)
    t.same(contradictions(method, address, answer), [], `${method} ${address} ${status}`)
  }
  const test = operations.find(({ path }) => path === '/api/webhooks/{id}/test')
  t.match(test, { operation: { responses: { 202: { description: /under way/ } } } })
})
