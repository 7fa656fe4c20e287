import { deliveryDetailsView, replayView, webhookView } from '@ecmr/contract'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { asPromised } from '../support/contract.js'
import { describedBy } from '../support/openapi.js'
import { note } from './support/events.js'
import { noWebhooks, nowhere, openRestWorld, registerAs } from './support/rest-world.js'

t.test('commands without a body take none, or an empty one, and no unknown members', async (t) => {
  const { haulier, pool } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  const event = note(haulier.company.id).event('EcmrCreated')
  await planDeliveries(pool, [{ ...event, position: `9${event.position.slice(1)}` }])
  const { rows } = await pool.query('select id from webhooks.deliveries')
  const asked = await haulier.call('POST', `${path}/replay`, { since: '1970-01-01T00:00:00Z' })
  const { id: replay } = asPromised(replayView, asked.json())
  const commands = [
    [`${path}/deliveries/${rows[0].id}/retry`, 202, deliveryDetailsView],
    [`${path}/replays/${replay}/cancel`, 200, replayView],
  ] as const
  for (const [command] of commands) {
    const refused = await haulier.call('POST', command, { x: 1 })
    t.match(refused.problem(), { status: 400, errors: [{ pointer: '/x', code: 'unknown_field' }] }, command)
    for (const [body, message] of [
      [[], 'Send an object, not an array.'],
      [null, 'Send an object, not null.'],
    ] as const) {
      const { errors } = (await haulier.call('POST', command, body)).problem()
      t.match(errors, [{ pointer: '', message }], command)
    }
  }
  t.match((await haulier.call('GET', `${path}/replays/${replay}`)).json(), { status: 'running' })
  for (const [command, status, view] of commands) {
    for (const body of [undefined, {}]) {
      const answer = await haulier.call('POST', command, body)
      t.equal(answer.status, status, answer.text)
      asPromised(view, answer.json())
    }
  }
})

t.test('a webhook is registered with null for what it has none of', async (t) => {
  const { haulier, audited } = await openRestWorld(t)
  const { webhook } = await registerAs(haulier, { description: null, max_per_second: null })
  t.match(webhook, { description: null, max_per_second: null })
  t.match(await audited(), [{ data: { description: null, max_per_second: null } }])
  const refused = await haulier.call('POST', '/api/webhooks', { url: null, events: null, description: 7 })
  t.same(
    refused
      .problem()
      .errors?.map(({ pointer }) => pointer)
      .sort(),
    ['/description', '/events', '/url'],
  )
})

t.test('the key of a webhook that was deleted since registers no other', async (t) => {
  const api = await openRestWorld(t)
  const { haulier } = api
  const key = { 'idempotency-key': 'register-1' }
  const { path } = await registerAs(haulier, {}, key)
  t.equal((await haulier.call('DELETE', path)).status, 204)
  const body = { url: nowhere, events: ['ecmr.created', 'ecmr.incidencia'] }
  const again = await haulier.call('POST', '/api/webhooks', body, key)
  t.match(again.problem(), {
    status: 409,
    code: 'webhook_deleted',
    detail:
      'This Idempotency-Key registered a webhook that has been deleted since. Use a new key for a new one.',
  })
  t.same((await haulier.call('GET', '/api/webhooks')).json(), noWebhooks)
  const { contradictions, operations } = await describedBy(api)
  t.same(contradictions('POST', '/api/webhooks', again), [])
  const register = operations.find(({ operation }) => operation.operationId === 'registerWebhook')
  t.match(register?.operation.responses[409], { description: /deleted since/ })
})

t.test('a webhook that is disabled is not paused, whatever it was before', async (t) => {
  const { haulier, pool } = await openRestWorld(t)
  const { path, webhook } = await registerAs(haulier)
  const until = new Date(Date.now() + 600_000)
  const shown = async () => asPromised(webhookView, (await haulier.call('GET', path)).json())
  await pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 12, now(), 1, $2)`,
    [webhook.id, until],
  )
  t.match(await shown(), { health: { state: 'paused', paused_until: until.toISOString() } })
  await pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = 'gone'`)
  t.match(await shown(), {
    status: 'disabled',
    health: { state: 'failing', failures: 12, paused_until: null },
  })
  await pool.query('update webhooks.endpoint_health set failures = 0')
  t.match(await shown(), { health: { state: 'ok', paused_until: null } })
})

t.test('a deletion takes no body: what comes along means nothing, whatever it is', async (t) => {
  const { haulier, send } = await openRestWorld(t)
  const { path: url } = await registerAs(haulier)
  const headers = {
    'x-api-key': haulier.key,
    'content-type': 'application/json',
    'idempotency-key': 'once',
  }
  for (const payload of ['1e999', '{"a":1}']) {
    const answer = await send({ method: 'DELETE', url, headers, payload })
    t.equal(answer.status, 204, answer.text)
  }
})

t.test('a fault of the address is reported together with the other faults', async (t) => {
  const { haulier } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  const bad = { url: 'http://10.0.0.1/', events: ['ecmr.shipped'] }
  const both = [
    { pointer: '/url', code: 'forbidden_address' },
    { pointer: '/events/0', code: 'not_allowed' },
  ]
  const answers = [await haulier.call('POST', '/api/webhooks', bad), await haulier.call('PATCH', path, bad)]
  for (const answer of answers) {
    t.match(answer.problem(), { status: 400, errors: both })
    t.equal(answer.problem().errors?.length, 2)
  }
  const once = await haulier.call('POST', '/api/webhooks', { ...bad, url: '' })
  t.same(
    once
      .problem()
      .errors?.map(({ pointer }) => pointer)
      .sort(),
    ['/events/0', '/url'],
  )
})
