import {
  deliveryDetailsView,
  deliveryListView,
  registeredWebhookView,
  webhookListView,
  webhookView,
} from '@ecmr/contract'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { note } from './support/events.js'
import { noWebhooks } from './support/rest-world.js'

const subscription = { url: 'http://127.0.0.1:9/hooks', events: ['ecmr.created', 'ecmr.incidencia'] }

async function register(customer: Customer, body: object = subscription, headers = {}) {
  const answer = await customer.call('POST', '/api/webhooks', body, headers)
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`)
  return { answer, webhook: asPromised(registeredWebhookView, answer.json()) }
}

t.test('a webhook is registered, shown without its secret, and deleted', async (t) => {
  const { haulier } = await buildTestApi(t)
  const { answer, webhook } = await register(haulier, { ...subscription, description: 'our TMS' })
  t.match(webhook, { ...subscription, description: 'our TMS', status: 'active', secret: /^whsec_/ })
  t.equal(answer.headers.location, `/api/webhooks/${webhook.id}`)
  t.equal(answer.headers['cache-control'], 'no-store')
  const { secret, ...shown } = webhook
  const one = await haulier.call('GET', `/api/webhooks/${webhook.id}`)
  t.same(asPromised(webhookView, one.json()), shown)
  const list = await haulier.call('GET', '/api/webhooks')
  const { data, pagination } = asPromised(webhookListView, list.json())
  t.same(data, [shown])
  t.same(pagination, { ...noWebhooks.pagination, total: 1, total_pages: 1 })
  t.notOk(list.text.includes(secret))
  t.equal((await haulier.call('DELETE', `/api/webhooks/${webhook.id}`)).status, 204)
  t.equal((await haulier.call('DELETE', `/api/webhooks/${webhook.id}`)).status, 404)
  t.equal((await haulier.call('GET', `/api/webhooks/${webhook.id}`)).status, 404)
  t.same((await haulier.call('GET', '/api/webhooks')).json(), noWebhooks)
})

t.test(
  'a repeated registration with an idempotency key makes one webhook and answers the same',
  async (t) => {
    const { haulier } = await buildTestApi(t)
    const key = { 'idempotency-key': 'register-1' }
    const first = await register(haulier, subscription, key)
    const second = await register(haulier, subscription, key)
    t.same(second.webhook, first.webhook)
    t.equal(second.answer.headers['idempotent-replayed'], 'true')
    t.equal(asPromised(webhookListView, (await haulier.call('GET', '/api/webhooks')).json()).data.length, 1)
    const other = await haulier.call(
      'POST',
      '/api/webhooks',
      { ...subscription, events: ['ecmr.signed'] },
      key,
    )
    t.equal(other.status, 422)
  },
)

t.test('bad registrations are refused with all their faults, and nothing is stored', async (t) => {
  const { haulier } = await buildTestApi(t)
  const bodies: readonly (readonly [unknown, readonly string[]])[] = [
    [{}, ['/url', '/events']],
    [{ url: 7, events: 'ecmr.created' }, ['/url', '/events']],
    [{ ...subscription, events: [] }, ['/events']],
    [{ ...subscription, events: ['ecmr.created', 'ecmr.created'] }, ['/events']],
    [{ ...subscription, events: ['ecmr.incident'] }, ['/events/0']],
    [{ ...subscription, events: ['ECMR.CREATED', 'ecmr.signed', null] }, ['/events/0', '/events/2']],
    [{ ...subscription, event: 'ecmr.created' }, ['/event']],
    [{ ...subscription, secret: 'whsec_mine' }, ['/secret']],
    [{ ...subscription, url: 'not a url' }, ['/url']],
    [{ ...subscription, url: 'ftp://example.com' }, ['/url']],
    [{ ...subscription, url: 'http://10.0.0.1/' }, ['/url']],
    [{ ...subscription, url: 'http://169.254.169.254/latest/meta-data' }, ['/url']],
    [{ ...subscription, url: `https://example.com/${'x'.repeat(3_000)}` }, ['/url']],
    [{ ...subscription, description: '' }, ['/description']],
    [[], ['']],
    [null, ['']],
  ]
  for (const [body, pointers] of bodies) {
    const answer = await haulier.call('POST', '/api/webhooks', body)
    const { status, errors = [] } = answer.problem()
    t.equal(status, 400, JSON.stringify(body).slice(0, 80))
    t.same([...new Set(errors.map(({ pointer }) => pointer))].sort(), [...pointers].sort(), answer.text)
  }
  t.same((await haulier.call('GET', '/api/webhooks')).json(), noWebhooks)
})

t.test('the twenty-first webhook is refused', async (t) => {
  const { haulier } = await buildTestApi(t)
  for (let i = 0; i < 20; i++) await register(haulier)
  const answer = await haulier.call('POST', '/api/webhooks', subscription)
  t.match(answer.problem(), { status: 409, code: 'too_many_webhooks' })
})

t.test('a key without the scope is refused', async (t) => {
  const api = await buildTestApi(t)
  const reader = api.customer(api.haulier.company, await api.keyFor(api.haulier.company, ['ecmrs:read']))
  t.equal((await reader.call('GET', '/api/webhooks')).status, 403)
  t.equal((await reader.call('POST', '/api/webhooks', subscription)).status, 403)
  t.equal((await api.call('GET', '/api/webhooks')).status, 401)
})

t.test('deliveries are listed and shown, to their owner only', async (t) => {
  const { haulier, rival, pool } = await buildTestApi(t)
  const { webhook } = await register(haulier)
  const { webhook: another } = await register(rival)
  const one = note(haulier.company.id)
  const later = (event: ReturnType<typeof one.event>) => ({
    ...event,
    position: `9${event.position.slice(1)}`,
  })
  await planDeliveries(pool, [later(one.event('EcmrCreated')), later(one.event('IncidentReported'))])
  const base = `/api/webhooks/${webhook.id}/deliveries`
  const first = await haulier.call('GET', `${base}?limit=1`)
  const page = asPromised(deliveryListView, first.json())
  t.match(page.pagination, { limit: 1, has_more: true })
  t.match(first.headers.link, /rel="next"/)
  const second = await haulier.call('GET', `${base}?cursor=${page.pagination.next_cursor}`)
  t.match(asPromised(deliveryListView, second.json()).pagination, { has_more: false, next_cursor: null })
  const id = page.data[0]?.id
  const details = await haulier.call('GET', `${base}/${id}`)
  t.match(asPromised(deliveryDetailsView, details.json()), {
    id,
    payload: { data: { id: one.id } },
    attempt_log: [],
  })
  for (const path of [
    base,
    `${base}/${id}`,
    `/api/webhooks/${another.id}/deliveries/${id}`,
    `/api/webhooks/${webhook.id}`,
  ]) {
    const [theirs, unknown] = [await rival.call('GET', path), await rival.call('GET', '/api/webhooks/none')]
    t.equal(theirs.status, 404, path)
    t.same(
      { ...theirs.problem(), request_id: '' },
      { ...unknown.problem(), request_id: '' },
      'as if there were none',
    )
  }
  t.equal((await rival.call('DELETE', `/api/webhooks/${webhook.id}`)).status, 404)
  t.equal((await haulier.call('GET', `/api/webhooks/${webhook.id}`)).status, 200)
})

t.test('bad questions about deliveries are refused', async (t) => {
  const { haulier } = await buildTestApi(t)
  const { webhook } = await register(haulier)
  for (const query of ['status=sent', 'event=ecmr.edited', 'limit=0', 'limit=x', 'page=2']) {
    t.equal((await haulier.call('GET', `/api/webhooks/${webhook.id}/deliveries?${query}`)).status, 400, query)
  }
})

t.test('registering and deleting leave an audit record without the secret', async (t) => {
  const { haulier, pool } = await buildTestApi(t)
  const { webhook } = await register(haulier)
  await haulier.call('DELETE', `/api/webhooks/${webhook.id}`)
  const { rows } = await pool.query(
    `select type, data, actor from accounts.audit_outbox where type like 'Webhook%' order by seq`,
  )
  t.match(rows, [
    { type: 'WebhookRegistered', data: { webhook_id: webhook.id }, actor: { kind: 'api_key', name: 'test' } },
    { type: 'WebhookDeleted', data: { webhook_id: webhook.id } },
  ])
  t.notOk(JSON.stringify(rows).includes('whsec_'))
})
