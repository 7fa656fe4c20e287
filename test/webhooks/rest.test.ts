import { deliveryListView, replayView, webhookListView } from '@ecmr/contract'
import t from 'tap'
import type { Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { describedBy } from '../support/openapi.js'
import {
  noWebhooks,
  openRestWorld,
  pointersOf,
  registerAs,
  registered,
  shown,
  subscription,
} from './support/rest-world.js'
import { NOWHERE } from './support/world.js'

type Method = Parameters<Customer['call']>[0]
type Refusals = readonly (readonly [unknown, readonly string[]])[]

t.test('a webhook is registered, shown without its secret, and deleted', async (t) => {
  const { rival: owner, audited } = await openRestWorld(t)
  const before = (await audited()).length
  const { answer, webhook, path } = await registerAs(owner, { description: 'our TMS' })
  t.match(webhook, { ...subscription, description: 'our TMS', status: 'active', secret: /^whsec_/ })
  t.equal(webhook.include_document_url, false)
  t.equal(answer.headers.location, path)
  t.equal(answer.headers['cache-control'], 'no-store')
  const { secret, ...rest } = webhook
  t.same(shown(await owner.call('GET', path)), rest)
  const list = await owner.call('GET', '/api/webhooks')
  const { data, pagination } = asPromised(webhookListView, list.json())
  t.same(data, [rest])
  t.same(pagination, { ...noWebhooks.pagination, total: 1, total_pages: 1 })
  t.notOk(list.text.includes(secret))
  t.equal((await owner.call('DELETE', path)).status, 204)
  t.equal((await owner.call('DELETE', path)).status, 404)
  t.equal((await owner.call('GET', path)).status, 404)
  t.same((await owner.call('GET', '/api/webhooks')).json(), noWebhooks)
  const trail = (await audited()).slice(before)
  t.match(trail, [
    { type: 'WebhookRegistered', data: { webhook_id: webhook.id }, actor: { kind: 'api_key' } },
    { type: 'WebhookDeleted', data: { webhook_id: webhook.id } },
  ])
  t.notOk(JSON.stringify(trail).includes('whsec_'))
})

t.test(
  'metadata of a webhook are merged and removed by key, and the trail holds no value of them',
  async (t) => {
    const { rival: owner, audited } = await openRestWorld(t)
    const { webhook, path } = await registerAs(owner, { metadata: { tenant: 'GEHEIM', none: null } })
    t.same(webhook.metadata, { tenant: 'GEHEIM' })
    const patch = (metadata: unknown) => owner.call('PATCH', path, { metadata })
    t.same(shown(await patch({ queue: 'GEHEIM' })).metadata, { tenant: 'GEHEIM', queue: 'GEHEIM' })
    t.same(shown(await patch({ tenant: '' })).metadata, { queue: 'GEHEIM' })
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, 'x']))
    t.match((await patch(many)).problem(), { status: 409, code: 'too_many', detail: /at most 50 keys/ })
    t.equal((await patch({ ...many, queue: null })).status, 200)
    t.same(pointersOf(await patch({ 'a b': 'x', c: 1 })), ['/metadata/a b', '/metadata/c'])
    t.same(shown(await patch(null)).metadata, {})
    t.notMatch(JSON.stringify(await audited()), 'GEHEIM')
  },
)

t.test('a webhook is changed, disabled and enabled', async (t) => {
  const { haulier, store, rows, audited, path, webhook } = await openRestWorld(t)
  const patch = async (body: object) => haulier.call('PATCH', path, body)
  const changed = await patch({
    url: 'HTTP://127.0.0.1:80/a%20b',
    events: ['ecmr.signed'],
    description: ' our TMS ',
    max_per_second: 1000,
    include_document_url: true,
    metadata: { tenant: 'es-1' },
  })
  t.equal(changed.status, 200)
  t.match(shown(changed), {
    id: webhook.id,
    url: 'http://127.0.0.1/a%20b',
    events: ['ecmr.signed'],
    description: 'our TMS',
    max_per_second: 1000,
    include_document_url: true,
    metadata: { tenant: 'es-1' },
    status: 'active',
  })
  t.notOk(changed.text.includes(webhook.secret))
  t.match(shown(await patch({ enabled: false })), { status: 'disabled', status_reason: 'owner' })
  await haulier.create()
  t.match(shown(await patch({ enabled: true })), { status: 'active' })
  const follows = await rows('select follows_from from webhooks.endpoints')
  t.same(follows, [{ follows_from: await store.head() }], 'it gets what is recorded from then on')
  const cleared = shown(await patch({ description: null, max_per_second: null }))
  t.match(cleared, { description: null, max_per_second: null, events: ['ecmr.signed'] })
  t.same(shown(await haulier.call('GET', path)), cleared)
  const trail = await audited()
  t.same(
    trail.map(({ type }) => type.replace('Webhook', '')),
    ['Registered', 'Changed', 'Changed', 'Disabled', 'Changed', 'Changed'],
  )
  t.match(trail[1]?.data, { changes: { include_document_url: { old: false, new: true } } })
  t.notOk(JSON.stringify(trail).includes('whsec_'))
  await rows(`update webhooks.endpoints set status = 'disabled', status_reason = 'operator'`)
  const refused = await patch({ enabled: true })
  t.match(refused.problem(), { status: 409, code: 'webhook_disabled_by_operator' })
  t.match(shown(await haulier.call('GET', path)), { status: 'disabled', status_reason: 'operator' })
})

t.test('bad registrations and changes are refused with all their faults, and change nothing', async (t) => {
  const { haulier, audited, path } = await openRestWorld(t, {
    description: 'as it was',
    max_per_second: null,
  })
  const before = (await haulier.call('GET', '/api/webhooks')).json()
  const trail = await audited()
  t.match(trail, [{ data: { description: 'as it was', max_per_second: null } }])
  const both: Refusals = [
    [[], ['']],
    [null, ['']],
    ['enabled', ['']],
    [{ ...subscription, url: 7, events: 'ecmr.created' }, ['/events', '/url']],
    [{ ...subscription, url: null, events: null }, ['/events', '/url']],
    [{ ...subscription, events: [] }, ['/events']],
    [{ ...subscription, events: ['ecmr.created', 'ecmr.created'] }, ['/events']],
    [{ ...subscription, events: ['ECMR.CREATED', 'ecmr.signed', null] }, ['/events/0', '/events/2']],
    [{ ...subscription, event: 'ecmr.created' }, ['/event']],
    [{ ...subscription, secret: 'whsec_mine', status: 'active', id: 'x' }, ['/id', '/secret', '/status']],
    [{ url: 'http://10.0.0.1/', events: ['ecmr.shipped'] }, ['/events/0', '/url']],
    [{ url: '', events: ['ecmr.shipped'] }, ['/events/0', '/url']],
    ...['', 'x'.repeat(501), 'a\u0007b', 7].map(
      (description) => [{ ...subscription, description }, ['/description']] as const,
    ),
    ...[0, 1001, 1.5, '5'].map(
      (max_per_second) => [{ ...subscription, max_per_second }, ['/max_per_second']] as const,
    ),
    ...[
      'not a url',
      '/relative',
      'ftp://example.com',
      'javascript:alert(1)',
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://2852039166/',
      'http://u:p@127.0.0.1/',
      'http://127.0.0.1/#x',
      `https://example.com/${'x'.repeat(3_000)}`,
    ].map((url) => [{ ...subscription, url }, ['/url']] as const),
  ]
  const registrations: Refusals = [...both, [{}, ['/events', '/url']]]
  const changes: Refusals = [
    ...both,
    [{}, ['']],
    [{ enabled: null }, ['/enabled']],
    [{ enabled: 'no', enable: false }, ['/enable', '/enabled']],
  ]
  for (const [method, to, refusals] of [
    ['POST', '/api/webhooks', registrations],
    ['PATCH', path, changes],
  ] as const)
    for (const [body, pointers] of refusals) {
      const answer = await haulier.call(method, to, body)
      t.equal(answer.status, 400, JSON.stringify(body).slice(0, 80))
      t.same(pointersOf(answer), pointers, answer.text)
      for (const { message } of answer.problem().errors ?? []) t.match(message, /^\S.*[.?]$/, 'a sentence')
    }
  for (const [body, error] of [
    [
      {},
      {
        code: 'empty',
        message:
          'Send at least one of: url, events, enabled, description, max_per_second, include_document_url, metadata.',
      },
    ],
    [{ description: 7 }, { code: 'wrong_type', message: 'Send a string, not a number.' }],
  ] as const)
    t.match((await haulier.call('PATCH', path, body)).problem().errors, [error])
  t.same((await haulier.call('GET', '/api/webhooks')).json(), before)
  t.same(await audited(), trail)
})

t.test('the twenty-first webhook is refused', async (t) => {
  const { rival } = await openRestWorld(t)
  for (let i = 0; i < 20; i++) await registerAs(rival)
  const answer = await rival.call('POST', '/api/webhooks', subscription)
  t.match(answer.problem(), { status: 409, code: 'too_many_webhooks' })
})

t.test('a secret is rotated, shown once, and no cache keeps it', async (t) => {
  const { haulier, audited, path, webhook } = await openRestWorld(t)
  const rotate = (body?: unknown) => haulier.call('POST', `${path}/rotate-secret`, body)
  const answer = await rotate()
  t.equal(answer.status, 200, 'a body is not needed')
  t.equal(answer.headers['cache-control'], 'no-store')
  const { secret, previous_secret_until } = registered(answer)
  t.not(secret, webhook.secret)
  const hours = (Date.parse(previous_secret_until ?? '') - Date.now()) / 3_600_000
  t.ok(hours > 23.9 && hours <= 24, `${hours} hours`)
  const read = await haulier.call('GET', path)
  t.match(shown(read), { previous_secret_until })
  t.notOk(read.text.includes('whsec_'))
  t.equal(registered(await rotate({ overlap_hours: 0 })).previous_secret_until, null)
  const trail = JSON.stringify(await audited())
  t.match(trail, /WebhookSecretRotated/)
  t.notOk(trail.includes('whsec_'))
  for (const overlap_hours of [-1, 169, 0.5, '24', null])
    t.same(pointersOf(await rotate({ overlap_hours })), ['/overlap_hours'], String(overlap_hours))
  for (const [body, pointer] of [
    [{ overlap: 24 }, '/overlap'],
    [[], ''],
    [null, ''],
  ] as const)
    t.match((await rotate(body)).problem(), { status: 400, errors: [{ pointer }] }, JSON.stringify(body))
})

t.test('every write repeated under its idempotency key is done once and answered again', async (t) => {
  const { haulier, audited, path } = await openRestWorld(t)
  const other = { ...subscription, events: ['ecmr.signed'] }
  const writes: readonly (readonly [Method, string, object | undefined, object | undefined, number])[] = [
    ['POST', '/api/webhooks', subscription, other, 201],
    ['PATCH', path, { description: 'new' }, { description: 'other' }, 200],
    ['POST', `${path}/rotate-secret`, { overlap_hours: 2 }, { overlap_hours: 3 }, 200],
    ['DELETE', path, undefined, undefined, 204],
  ]
  for (const [method, address, body, otherBody, status] of writes) {
    const key = { 'idempotency-key': `${method} ${status}` }
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
    const reused = await haulier.call(method, address, otherBody, key)
    t.match(reused.problem(), { status: 422, code: 'idempotency_key_reused' }, 'with another body')
  }
  for (const [method, body, key] of [
    ['DELETE', undefined, {}],
    ['DELETE', undefined, { 'idempotency-key': 'new' }],
    ['DELETE', undefined, { 'idempotency-key': 'new' }],
    ['PATCH', { description: 'new' }, { 'idempotency-key': 'PATCH 200' }],
  ] as const)
    t.equal((await haulier.call(method, path, body, key)).status, 404, 'it is gone')
})

t.test('the key of a webhook that was deleted since registers no other', async (t) => {
  const api = await openRestWorld(t)
  const { rival } = api
  const key = { 'idempotency-key': 'register-1' }
  const { path } = await registerAs(rival, {}, key)
  t.equal((await rival.call('DELETE', path)).status, 204)
  const again = await rival.call('POST', '/api/webhooks', subscription, key)
  const detail =
    'This Idempotency-Key registered a webhook that has since been deleted. Use a new key for a new webhook.'
  t.match(again.problem(), { status: 409, code: 'webhook_deleted', detail })
  t.same((await rival.call('GET', '/api/webhooks')).json(), noWebhooks)
  const { contradictions, operations } = await describedBy(api)
  t.same(contradictions('POST', '/api/webhooks', again), [])
  const register = operations.find(({ operation }) => operation.operationId === 'registerWebhook')
  t.match(register?.operation.responses[409], { description: /deleted since/ })
})

t.test('the same key sent twice at once does a thing once', async (t) => {
  const { haulier, another, audited, path } = await openRestWorld(t)
  const countOf = async (wanted: string) => (await audited()).filter(({ type }) => type === wanted).length
  const elsewhere = (await another()).haulier
  const key = { 'idempotency-key': 'rotate-1' }
  const rotated = await Promise.all(
    [haulier, elsewhere].map((each) => each.call('POST', `${path}/rotate-secret`, {}, key)),
  )
  t.equal(new Set(rotated.map((answer) => registered(answer).secret)).size, 1)
  t.equal(await countOf('WebhookSecretRotated'), 1)
})

t.test('no company reaches another’s webhook by any route, nor learns that it exists', async (t) => {
  const { haulier, rival, plan, keyFor, customer, call, path } = await openRestWorld(t)
  const delivery = await plan()
  const before = (await haulier.call('GET', path)).json()
  const reader = customer(haulier.company, await keyFor(haulier.company, ['ecmrs:read', 'ecmrs:write']))
  const routes: readonly (readonly [Method, string, object?])[] = [
    ['GET', path],
    ['PATCH', path, { enabled: false }],
    ['PATCH', path, { url: 'http://10.0.0.1/' }],
    ['DELETE', path],
    ['POST', `${path}/rotate-secret`, { overlap_hours: 0 }],
    ['POST', `${path}/test`, {}],
    ['GET', `${path}/deliveries`],
    ['GET', delivery],
    ['POST', `${delivery}/retry`],
  ]
  for (const [method, address, body] of routes) {
    const route = `${method} ${address}`
    const at = (webhook: string) => address.replace(path, webhook)
    const theirs = await rival.call(method, address, body)
    const absent = await rival.call(method, at('/api/webhooks/00000000-0000-0000-0000-000000000000'), body)
    t.equal(theirs.status, 404, route)
    t.same({ ...theirs.problem(), request_id: '' }, { ...absent.problem(), request_id: '' }, route)
    t.equal((await reader.call(method, address, body)).status, 403, route)
    t.equal((await call(method, address, body)).status, 401, route)
    t.equal((await haulier.call(method, at('/api/webhooks/x'), body)).status, 404, route)
  }
  const own = (await registerAs(rival)).path
  t.equal((await rival.call('GET', delivery.replace(path, own))).status, 404, 'nor through an own webhook')
  for (const method of ['GET', 'POST'] as const)
    t.equal(
      (await reader.call(method, '/api/webhooks', method === 'POST' ? subscription : undefined)).status,
      403,
    )
  t.same((await haulier.call('GET', path)).json(), before)
})

t.test('deliveries are listed and shown to their owner', async (t) => {
  const { haulier, plan, read, path } = await openRestWorld(t)
  await plan('IncidentReported')
  await plan()
  const first = await haulier.call('GET', `${path}/deliveries?limit=1`)
  const { data, pagination } = asPromised(deliveryListView, first.json())
  t.match(pagination, { limit: 1, has_more: true })
  t.match(first.headers.link, /rel="next"/)
  const second = await haulier.call('GET', `${path}/deliveries?cursor=${pagination.next_cursor}`)
  t.match(asPromised(deliveryListView, second.json()).pagination, { has_more: false, next_cursor: null })
  const [{ id, event } = { id: '', event: '' }] = data
  t.match(await read(`${path}/deliveries/${id}`), { id, payload: { type: event }, attempt_log: [] })
})

t.test('a webhook that is disabled is not paused, whatever it was before', async (t) => {
  const { haulier, rows, pause, path } = await openRestWorld(t)
  const until = new Date(Date.now() + 600_000)
  const read = async () => shown(await haulier.call('GET', path))
  await pause(until)
  t.match(await read(), { health: { state: 'paused', paused_until: until.toISOString() } })
  await rows(`update webhooks.endpoints set status = 'disabled', status_reason = 'gone'`)
  t.match(await read(), {
    status: 'disabled',
    health: { state: 'failing', failures: 10, paused_until: null },
  })
  await rows('update webhooks.endpoint_health set failures = 0')
  t.match(await read(), { health: { state: 'ok', paused_until: null } })
})

t.test('commands without a body take none, or an empty one, and no unknown members', async (t) => {
  const { haulier, plan, path, send } = await openRestWorld(t)
  const delivery = await plan()
  const requested = await haulier.call('POST', `${path}/replay`, { since: '1970-01-01T00:00:00Z' })
  const replay = `${path}/replays/${asPromised(replayView, requested.json()).id}`
  const commands = [
    [`${delivery}/retry`, 202],
    [`${replay}/cancel`, 200],
  ] as const
  for (const [command] of commands)
    for (const [body, error] of [
      [{ x: 1 }, { pointer: '/x', code: 'unknown_field' }],
      [[], { pointer: '', message: 'Send an object, not an array.' }],
      [null, { pointer: '', message: 'Send an object, not null.' }],
    ] as const)
      t.match(
        (await haulier.call('POST', command, body)).problem(),
        { status: 400, errors: [error] },
        command,
      )
  t.match((await haulier.call('GET', replay)).json(), { status: 'running' })
  for (const [command, status] of commands)
    for (const body of [undefined, {}]) t.equal((await haulier.call('POST', command, body)).status, status)
  // What comes along with a deletion means nothing, whatever it is.
  const headers = { 'x-api-key': haulier.key, 'content-type': 'application/json', 'idempotency-key': 'once' }
  for (const payload of ['1e999', '{"a":1}'])
    t.equal((await send({ method: 'DELETE', url: path, headers, payload })).status, 204)
})

t.test('the answers are as the OpenAPI document says', async (t) => {
  const api = await openRestWorld(t)
  const { haulier, path } = api
  const { contradictions, operations } = await describedBy(api)
  const retry = `${await api.plan()}/retry`
  api.startWorker()
  const calls: readonly (readonly [number, Method, string, unknown?])[] = [
    [201, 'POST', '/api/webhooks', { url: NOWHERE, events: ['ecmr.created'] }],
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
