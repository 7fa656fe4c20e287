import { randomUUID } from 'node:crypto'
import { registeredWebhookView, replayListView, replayView } from '@ecmr/contract'
import t, { type Test } from 'tap'
import { buildTestApi, type Customer } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const EPOCH = '1970-01-01T00:00:00Z'
const hook = { url: 'http://127.0.0.1:9/hooks', events: ['ecmr.created', 'ecmr.signed'] }

async function register(customer: Customer): Promise<string> {
  const answer = await customer.call('POST', '/api/webhooks', hook)
  return asPromised(registeredWebhookView, answer.json()).id
}

/** An api without a notifier, so that replays stay as they were asked for. */
async function openWorld(t: Test) {
  const api = await buildTestApi(t)
  const id = await register(api.haulier)
  const path = `/api/webhooks/${id}`
  const request = (body: unknown, headers = {}) => api.haulier.call('POST', `${path}/replay`, body, headers)
  return { ...api, id, path, request }
}

t.test('a replay is accepted, shown, listed, cancelled, and recorded in the audit trail', async (t) => {
  const { haulier, pool, id, path, request } = await openWorld(t)
  const asked = { since: '2026-03-01T09:00:00+01:00', until: '2999-01-01T00:00:00Z', only_failed: true }
  const accepted = await request(asked)
  t.equal(accepted.status, 202)
  const replay = asPromised(replayView, accepted.json())
  t.equal(accepted.headers.location, `${path}/replays/${replay.id}`)
  t.match(replay, {
    webhook_id: id,
    status: 'running',
    status_reason: null,
    since: '2026-03-01T08:00:00.000Z',
    until: '2999-01-01T00:00:00.000Z',
    from_position: null,
    events: hook.events,
    only_failed: true,
    scanned: 0,
    queued: 0,
    pending: 0,
    reached_at: null,
    finished_at: null,
  })
  const one = await haulier.call('GET', accepted.headers.location ?? '')
  t.same(asPromised(replayView, one.json()), replay)
  const cancelled = await haulier.call('POST', `${path}/replays/${replay.id}/cancel`)
  t.equal(cancelled.status, 200)
  t.match(asPromised(replayView, cancelled.json()), { status: 'cancelled', status_reason: 'owner' })
  const again = await haulier.call('POST', `${path}/replays/${replay.id}/cancel`)
  t.same([again.status, again.json()], [200, cancelled.json()], 'cancelling again changes nothing')
  const second = asPromised(replayView, (await request({ since: EPOCH, events: ['ecmr.delivered'] })).json())
  t.strictSame(second.events, ['ecmr.delivered'])
  const list = asPromised(replayListView, (await haulier.call('GET', `${path}/replays`)).json())
  t.same(
    list.data.map((each) => each.id),
    [second.id, replay.id],
  )
  const { rows } = await pool.query<{ data: object }>(
    `select data from accounts.audit_outbox where type = 'WebhookReplayRequested' order by data->>'only_failed' desc`,
  )
  t.strictSame(
    rows.map(({ data }) => data),
    [
      { replay_id: replay.id, ...asked, events: hook.events },
      { replay_id: second.id, since: EPOCH, events: ['ecmr.delivered'], only_failed: false },
    ].map((recorded) => ({ webhook_id: id, url: 'http://127.0.0.1:9/…', ...recorded })),
  )
})

t.test('what it cannot begin from is refused, and nothing is stored', async (t) => {
  const { haulier, pool, store, request } = await openWorld(t)
  await haulier.create()
  const head = await store.head()
  const beyond = String(Number(head) + 1).padStart(16, '0')
  for (const [body, pointer, code] of [
    [{}, '/since', 'required'],
    [{ until: EPOCH }, '/since', 'required'],
    [{ since: EPOCH, from_position: head }, '/from_position', 'not_together'],
    [{ from_position: head, until: EPOCH }, '/until', 'not_together'],
    [{ since: EPOCH, until: EPOCH }, '/until', 'out_of_range'],
    [{ since: '2026-03-02T00:00:00Z', until: '2026-03-01T00:00:00Z' }, '/until', 'out_of_range'],
    [{ since: '2999-01-01T00:00:00Z' }, '/since', 'out_of_range'],
    [{ since: EPOCH, until: '9999-12-31T23:59:59-00:01' }, '/until', 'out_of_range'],
    [{ since: 'yesterday' }, '/since', 'invalid_format'],
    [{ since: '2026-02-30T00:00:00Z' }, '/since', 'invalid_format'],
    [{ since: 1_700_000_000 }, '/since', 'wrong_type'],
    [{ from_position: '' }, '/from_position', 'blank'],
    [{ from_position: '17' }, '/from_position', 'out_of_range'],
    [{ from_position: beyond }, '/from_position', 'out_of_range'],
    [{ from_position: '00000000000004d2-00000000000004d2' }, '/from_position', 'out_of_range'],
    [{ from_position: 'x'.repeat(65) }, '/from_position', 'too_long'],
    [{ since: EPOCH, events: [] }, '/events', 'too_few'],
    [{ since: EPOCH, events: ['ecmr.sneezed'] }, '/events/0', 'not_allowed'],
    [{ since: EPOCH, events: ['ecmr.signed', 'ecmr.signed'] }, '/events', 'repeated'],
    [{ since: EPOCH, only_failed: 'yes' }, '/only_failed', 'wrong_type'],
    [{ since: EPOCH, everything: true }, '/everything', 'unknown_field'],
  ] as const) {
    const answer = await request(body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.match(answer.problem().errors, [{ pointer, code }], JSON.stringify(body))
  }
  const { rows } = await pool.query('select count(*) as count from webhooks.replays')
  t.equal(rows[0]?.count, 0)
  t.equal((await request({ from_position: head })).status, 202, 'the head itself is a position')
})

t.test('instants at the ends of the calendar are taken', async (t) => {
  const { haulier, path, request } = await openWorld(t)
  for (const asked of [
    { since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59.999999999Z' },
    { since: '0001-01-01T00:00:00+14:00' },
  ]) {
    const answer = await request(asked)
    t.equal(answer.status, 202, answer.text)
    const { id, since } = asPromised(replayView, answer.json())
    t.equal(Date.parse(since ?? ''), Date.parse(asked.since))
    await haulier.call('POST', `${path}/replays/${id}/cancel`)
  }
})

t.test('one at a time: a second one is rejected, and the error names the one under way', async (t) => {
  const { haulier, path, request } = await openWorld(t)
  const { id } = asPromised(replayView, (await request({ since: EPOCH })).json())
  const refused = await request({ since: EPOCH, only_failed: true })
  t.match([refused.status, refused.problem().code], [409, 'replay_under_way'])
  t.match(refused.problem().detail, id)
  await haulier.call('POST', `${path}/replays/${id}/cancel`)
  const answers = await Promise.all(Array.from({ length: 8 }, () => request({ since: EPOCH })))
  t.strictSame(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409, 409, 409, 409])
})

t.test('a disabled webhook gets no replay; disabling it cancels the one under way', async (t) => {
  const { haulier, path, request } = await openWorld(t)
  const first = asPromised(replayView, (await request({ since: EPOCH })).json())
  t.equal((await haulier.call('PATCH', path, { enabled: false })).status, 200)
  const now = await haulier.call('GET', `${path}/replays/${first.id}`)
  t.match(asPromised(replayView, now.json()), { status: 'cancelled', status_reason: 'webhook_disabled' })
  const refused = await request({ since: EPOCH })
  t.match([refused.status, refused.problem().code], [409, 'webhook_disabled'])
  await haulier.call('PATCH', path, { enabled: true })
  t.equal((await request({ since: EPOCH })).status, 202)
})

t.test('repeated with its idempotency key, it is the same one', async (t) => {
  const { haulier, pool, path, request } = await openWorld(t)
  const key = { 'idempotency-key': 'replay-1' }
  const first = await request({ since: EPOCH }, key)
  const { id } = asPromised(replayView, first.json())
  const second = await request({ since: EPOCH }, key)
  t.same([second.status, second.json()], [202, first.json()])
  t.equal(second.headers['idempotent-replayed'], 'true')
  t.equal((await request({ since: EPOCH, only_failed: true }, key)).status, 422)
  const cancelKey = { 'idempotency-key': 'cancel-1' }
  const cancel = () => haulier.call('POST', `${path}/replays/${id}/cancel`, undefined, cancelKey)
  const cancelled = await cancel()
  t.equal(cancelled.headers['idempotent-replayed'], undefined)
  const again = await cancel()
  t.same(again.json(), cancelled.json())
  t.equal(again.headers['idempotent-replayed'], 'true')
  const third = await request({ since: EPOCH }, key)
  t.match(asPromised(replayView, third.json()), { id, status: 'cancelled' })
  const { rows } = await pool.query('select count(*) as count from webhooks.replays')
  t.equal(rows[0]?.count, 1)
})

t.test('those of another company, unknown and malformed ones get the same answer: not found', async (t) => {
  const { haulier, rival, path, request } = await openWorld(t)
  const replay = asPromised(replayView, (await request({ since: EPOCH })).json())
  const another = `/api/webhooks/${await register(haulier)}`
  const theirs = `/api/webhooks/${await register(rival)}`
  const body = { since: EPOCH }
  for (const [customer, method, url] of [
    [rival, 'POST', `${path}/replay`],
    [rival, 'GET', `${path}/replays`],
    [rival, 'GET', `${path}/replays/${replay.id}`],
    [rival, 'POST', `${path}/replays/${replay.id}/cancel`],
    [rival, 'GET', `${theirs}/replays/${replay.id}`],
    [rival, 'POST', `${theirs}/replays/${replay.id}/cancel`],
    [haulier, 'GET', `${another}/replays/${replay.id}`],
    [haulier, 'POST', `${another}/replays/${replay.id}/cancel`],
    [haulier, 'POST', `/api/webhooks/${randomUUID()}/replay`],
    [haulier, 'POST', '/api/webhooks/x/replay'],
    [haulier, 'GET', '/api/webhooks/x/replays'],
    [haulier, 'GET', `${path}/replays/${randomUUID()}`],
    [haulier, 'GET', `${path}/replays/x`],
    [haulier, 'POST', `${path}/replays/x/cancel`],
  ] as const) {
    const answer = await customer.call(method, url, url.endsWith('/replay') ? body : undefined)
    t.match([answer.status, answer.problem().code], [404, 'not_found'], `${method} ${url}`)
  }
  const still = await haulier.call('GET', `${path}/replays/${replay.id}`)
  t.match(asPromised(replayView, still.json()), { status: 'running' })
})

t.test('while the history is made anew for a log that was moved, none is begun', async (t) => {
  const { haulier, pool, request, stopProjections } = await openWorld(t)
  await haulier.create()
  await stopProjections()
  await pool.query(`update projections.checkpoints set position = $1 where name = 'history'`, [
    '00000000000004d2-00000000000004d2',
  ])
  const answer = await request({ since: EPOCH })
  t.match([answer.status, answer.problem().code], [503, 'unavailable'])
  t.equal(answer.headers['retry-after'], '60')
})
