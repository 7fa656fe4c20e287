import { randomUUID } from 'node:crypto'
import { replayListView, replayView } from '@ecmr/contract'
import t, { type Test } from 'tap'
import type { Answer } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { EPOCH } from './support/replay-world.js'
import { openRestWorld, registerAs } from './support/rest-world.js'

const replayOf = (answer: Answer) => asPromised(replayView, answer.json())

/** An api without a notifier, so that replays stay as they were requested. */
async function openRequests(t: Test) {
  const api = await openRestWorld(t, { events: ['ecmr.created', 'ecmr.signed'] })
  const { haulier, path } = api
  return {
    ...api,
    request: (body: unknown = { since: EPOCH }, headers = {}) =>
      haulier.call('POST', `${path}/replay`, body, headers),
    cancel: (id: string, headers = {}) =>
      haulier.call('POST', `${path}/replays/${id}/cancel`, undefined, headers),
    show: async (id: string) => replayOf(await haulier.call('GET', `${path}/replays/${id}`)),
    count: async () => (await api.rows('select 1 from webhooks.replays')).length,
  }
}

t.test('a replay is accepted, shown, listed, cancelled, and recorded in the audit trail', async (t) => {
  const { haulier, path, webhook, request, cancel, show, rows } = await openRequests(t)
  const body = { since: '2026-03-01T09:00:00+01:00', until: '2999-01-01T00:00:00Z', only_failed: true }
  const accepted = await request(body)
  t.equal(accepted.status, 202)
  const replay = replayOf(accepted)
  t.equal(accepted.headers.location, `${path}/replays/${replay.id}`)
  t.match(replay, {
    webhook_id: webhook.id,
    status: 'running',
    status_reason: null,
    since: '2026-03-01T08:00:00.000Z',
    until: '2999-01-01T00:00:00.000Z',
    from_position: null,
    events: webhook.events,
    only_failed: true,
    scanned: 0,
    queued: 0,
    pending: 0,
    reached_at: null,
    finished_at: null,
  })
  t.same(await show(replay.id), replay)
  const cancelled = await cancel(replay.id)
  t.equal(cancelled.status, 200)
  t.match(replayOf(cancelled), { status: 'cancelled', status_reason: 'owner' })
  const again = await cancel(replay.id)
  t.same([again.status, again.json()], [200, cancelled.json()], 'cancelling again changes nothing')
  const second = replayOf(await request({ since: EPOCH, events: ['ecmr.delivered'] }))
  t.strictSame(second.events, ['ecmr.delivered'])
  const list = asPromised(replayListView, (await haulier.call('GET', `${path}/replays`)).json())
  t.same(
    list.data.map((each) => each.id),
    [second.id, replay.id],
  )
  const audited = await rows(
    `select data from accounts.audit_outbox where type = 'WebhookReplayRequested' order by data->>'only_failed' desc`,
  )
  t.strictSame(
    audited.map(({ data }) => data),
    [
      { replay_id: replay.id, ...body, events: webhook.events },
      { replay_id: second.id, since: EPOCH, events: ['ecmr.delivered'], only_failed: false },
    ].map((recorded) => ({ webhook_id: webhook.id, url: 'http://127.0.0.1:9/…', ...recorded })),
  )
})

t.test('a range that a replay cannot begin from is refused, and nothing is stored', async (t) => {
  const { haulier, store, request, count, cancel } = await openRequests(t)
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
  t.equal(await count(), 0)
  for (const body of [
    { from_position: head },
    { since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59.999999999Z' },
    { since: '0001-01-01T00:00:00+14:00' },
  ]) {
    const answer = await request(body)
    t.equal(answer.status, 202, 'the head itself, and instants at the ends of the calendar')
    const { id, since } = replayOf(answer)
    if (body.since) t.equal(Date.parse(since ?? ''), Date.parse(body.since))
    await cancel(id)
  }
})

t.test('one at a time: a second one is rejected, and the error names the one under way', async (t) => {
  const { request, cancel } = await openRequests(t)
  const { id } = replayOf(await request())
  const refused = await request({ since: EPOCH, only_failed: true })
  t.match(refused.problem(), { status: 409, code: 'replay_under_way', detail: new RegExp(id) })
  await cancel(id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => request()))
  t.strictSame(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409, 409, 409, 409])
})

t.test('a disabled webhook gets no replay; disabling it cancels the one under way', async (t) => {
  const { haulier, path, request, show } = await openRequests(t)
  const first = replayOf(await request())
  await haulier.call('PATCH', path, { enabled: false })
  t.match(await show(first.id), { status: 'cancelled', status_reason: 'webhook_disabled' })
  t.match((await request()).problem(), { status: 409, code: 'webhook_disabled' })
  await haulier.call('PATCH', path, { enabled: true })
  t.equal((await request()).status, 202)
})

t.test('repeated with its idempotency key, it is the same one', async (t) => {
  const { request, cancel, count } = await openRequests(t)
  const key = { 'idempotency-key': 'replay-1' }
  const first = await request({ since: EPOCH }, key)
  const { id } = replayOf(first)
  const second = await request({ since: EPOCH }, key)
  t.same([second.status, second.json()], [202, first.json()])
  t.equal(second.headers['idempotent-replayed'], 'true')
  t.equal((await request({ since: EPOCH, only_failed: true }, key)).status, 422)
  const cancelKey = { 'idempotency-key': 'cancel-1' }
  const [cancelled, again] = [await cancel(id, cancelKey), await cancel(id, cancelKey)]
  t.equal(cancelled.headers['idempotent-replayed'], undefined)
  t.same(again.json(), cancelled.json())
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.match(replayOf(await request({ since: EPOCH }, key)), { id, status: 'cancelled' })
  t.equal(await count(), 1)
})

t.test('those of another company, unknown and malformed ones get the same answer: not found', async (t) => {
  const { haulier, rival, path, request, show } = await openRequests(t)
  const replay = replayOf(await request())
  const { path: another } = await registerAs(haulier)
  const { path: theirs } = await registerAs(rival)
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
    const answer = await customer.call(method, url, url.endsWith('/replay') ? { since: EPOCH } : undefined)
    t.match(answer.problem(), { status: 404, code: 'not_found' }, `${method} ${url}`)
  }
  t.match(await show(replay.id), { status: 'running' })
})

t.test('while the history is made anew for a log that was moved, none is begun', async (t) => {
  const { haulier, rows, request, stopProjections } = await openRequests(t)
  await haulier.create()
  await stopProjections()
  const elsewhere = '00000000000004d2-00000000000004d2'
  await rows(`update projections.checkpoints set position = $1 where name = 'history'`, [elsewhere])
  const answer = await request()
  t.match(answer.problem(), { status: 503, code: 'unavailable' })
  t.equal(answer.headers['retry-after'], '60')
})
