import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { until } from '../support/until.js'
import { note } from './support/events.js'
import { type Received, startReceiver } from './support/receiver.js'
import { openReplayWorld } from './support/replay-world.js'
import { settledAs } from './support/world.js'

const EPOCH = '1970-01-01T00:00:00Z'
const types = (received: readonly Received[]) => received.map(({ json }) => json.type)
const ids = (received: readonly Received[]) => received.map(({ json }) => json.id)
const sent = (received: readonly Received[]) =>
  received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)

t.test('events from before the webhook existed are sent, oldest first', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { event, id } = note('company-a')
  const before = [event('EcmrCreated'), event('EcmrSigned'), event('IncidentReported')]
  await world.record(before)
  const { endpoint } = await world.register('company-a', receiver.url)
  const { id: replayId } = await world.request('company-a', endpoint.id, { since: EPOCH })
  world.startWorker()
  world.startReplayer()
  const received = await receiver.count(3)
  t.strictSame(
    ids(received),
    before.map((each) => each.id),
  )
  t.strictSame(types(received), ['ecmr.created', 'ecmr.signed', 'ecmr.incidencia'])
  t.match(received[2]?.json.data, { id, version: 3, description: 'Two pallets got wet' })
  t.match(await world.ended('company-a', replayId), {
    status: 'done',
    status_reason: null,
    scanned: 3,
    queued: 3,
    reached_at: '2026-03-01T08:00:00.000Z',
    finished_at: /Z$/,
  })
})

t.test('what was delivered is sent again, under the same id and byte for byte', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  const { event } = note('company-a')
  world.startWorker()
  await world.happen([event('EcmrCreated'), event('EcmrSigned')])
  await world.eventually(...settledAs('delivered', 2))
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  world.startReplayer()
  const received = await receiver.count(4)
  t.strictSame(sent(received.slice(2)), sent(received.slice(0, 2)))
  t.strictSame(
    received.map(({ headers }) => headers['webhook-attempt']),
    ['1', '1', '2', '2'],
  )
  const rows = await world.eventually(...settledAs('delivered', 2))
  t.match(rows, [
    { replay_id: id, failures: 0 },
    { replay_id: id, failures: 0 },
  ])
})

t.test('what was pruned is sent again, under the same id and byte for byte', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  const { event } = note('company-a')
  world.startWorker()
  await world.happen([event('EcmrCreated'), event('EcmrSigned'), event('DeliveryConfirmed')])
  await world.eventually(...settledAs('delivered', 3))
  await world.pool.query('delete from webhooks.attempts')
  await world.pool.query('delete from webhooks.deliveries')
  await world.pool.query('delete from webhooks.messages')
  await world.request('company-a', endpoint.id, { since: EPOCH })
  world.startReplayer()
  const received = await receiver.count(6)
  t.strictSame(sent(received.slice(3)), sent(received.slice(0, 3)))
})

t.test('a message that is still there is sent as it is, not made anew', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  await world.happen([note('company-a').event('EcmrCreated')])
  await world.eventually(...settledAs('delivered'))
  const bytes = '{"id":"as it was made by another version"}'
  await world.pool.query('update webhooks.messages set payload = $1', [Buffer.from(bytes)])
  await world.pool.query('delete from webhooks.deliveries')
  await world.request('company-a', endpoint.id, { since: EPOCH })
  world.startReplayer()
  t.equal((await receiver.count(2))[1]?.body.toString(), bytes)
})

t.test('only what failed is sent again when no more is asked for, and nothing is made', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  await world.record([note('company-a').event('EcmrCreated')])
  const { endpoint } = await world.register('company-a', receiver.url)
  const states = ['delivered', 'exhausted', 'cancelled', 'failing', 'fresh']
  const events = states.map(() => note('company-a').event('EcmrCreated'))
  await world.happen(events)
  const far = "now() + interval '1 day'"
  for (const [index, state] of states.entries()) {
    const status = state === 'failing' || state === 'fresh' ? 'pending' : state
    await world.pool.query(
      `update webhooks.deliveries set status = $2::text, next_attempt_at = ${far}, failures = $3,
         failing_since = case when $3 > 0 then now() end, finished_at = case when $2 <> 'pending' then now() end
       where event_id = $1`,
      [events[index]?.id, status, state === 'failing' || state === 'exhausted' ? 4 : 0],
    )
  }
  world.startWorker()
  world.startReplayer()
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH, only_failed: true })
  t.match(await world.ended('company-a', id), { status: 'done', scanned: 6, queued: 3 })
  await receiver.count(3)
  const again = [events[1], events[2], events[3]].map((event) => event?.id)
  t.strictSame(new Set(ids(receiver.received)), new Set(again))
  const { rows } = await world.pool.query('select count(*) as count from webhooks.deliveries')
  t.equal(rows[0]?.count, 5)
})

t.test('a position that it begins from is included', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { event } = note('company-a')
  const created = event('EcmrCreated')
  const signed = event('EcmrSigned')
  await world.record([created, signed, event('IncidentReported')])
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  world.startReplayer()
  const from_position = signed.position
  const { id } = await world.request('company-a', endpoint.id, { from_position })
  t.match(await world.ended('company-a', id), { from_position, scanned: 2, queued: 2 })
  t.strictSame(types(await receiver.count(2)), ['ecmr.signed', 'ecmr.incidencia'])
})

t.test('since is included, until is not', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { event } = note('company-a')
  const events = [1, 2, 3, 4].map(() => event('IncidentReported'))
  for (const [index, each] of events.entries()) {
    await world.record([each], `2026-03-01T08:00:0${index}.000Z`)
  }
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  world.startReplayer()
  const { id } = await world.request('company-a', endpoint.id, {
    since: '2026-03-01T09:00:01+01:00',
    until: '2026-03-01T08:00:03Z',
  })
  t.match(await world.ended('company-a', id), {
    since: '2026-03-01T08:00:01.000Z',
    until: '2026-03-01T08:00:03.000Z',
    scanned: 4,
    queued: 2,
  })
  t.strictSame(ids(await receiver.count(2)), [events[1]?.id, events[2]?.id])
})

t.test('it sends what the webhook receives, or what was named, also what it does not receive', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { event, other } = note('company-a')
  await world.record([
    event('EcmrCreated'),
    event('EcmrSigned'),
    other('EcmrEdited'),
    event('IncidentReported'),
  ])
  const { endpoint } = await world.register('company-a', receiver.url, ['ecmr.created'])
  world.startWorker()
  world.startReplayer()
  const own = await world.request('company-a', endpoint.id, { since: EPOCH })
  t.match(await world.ended('company-a', own.id), { events: ['ecmr.created'], scanned: 4, queued: 1 })
  t.strictSame(types(await receiver.count(1)), ['ecmr.created'])
  const named = await world.request('company-a', endpoint.id, {
    since: EPOCH,
    events: ['ecmr.signed', 'ecmr.incidencia'],
  })
  t.match(await world.ended('company-a', named.id), { queued: 2 })
  t.strictSame(types((await receiver.count(3)).slice(1)), ['ecmr.signed', 'ecmr.incidencia'])
})

t.test('no company is sent events of another company’s notes', async (t) => {
  const world = await openReplayWorld(t)
  const [own, theirs] = [await startReceiver(t), await startReceiver(t)]
  const [a, b] = [note('company-a').event('EcmrCreated'), note('company-b').event('EcmrCreated')]
  await world.record([a, b])
  const first = await world.register('company-a', own.url)
  const second = await world.register('company-b', theirs.url)
  world.startWorker()
  world.startReplayer()
  const one = await world.request('company-a', first.endpoint.id, { since: EPOCH })
  const other = await world.request('company-b', second.endpoint.id, { since: EPOCH })
  t.match(await world.ended('company-a', one.id), { scanned: 1, queued: 1 })
  t.match(await world.ended('company-b', other.id), { scanned: 1, queued: 1 })
  await Promise.all([own.count(1), theirs.count(1)])
  t.strictSame(ids(own.received), [a.id])
  t.strictSame(ids(theirs.received), [b.id])
})

t.test('the notifications of a note arrive in order', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const notes = [1, 2, 3].map(() => note('company-a'))
  const events = Array.from({ length: 20 }, () => notes.map(({ event }) => event('IncidentReported'))).flat()
  await world.record(events)
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  world.startReplayer({ limits: { deliveries: 7, looks: 11 } })
  await world.request('company-a', endpoint.id, { since: EPOCH })
  const received = await receiver.count(60)
  for (const { id } of notes) {
    const versions = received.filter(({ json }) => json.data.id === id).map(({ json }) => json.data.version)
    t.strictSame(
      versions,
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  }
})

t.test('what cannot be read is left out, and said once for each page', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { event } = note('company-a')
  const odd = [event('EcmrSigned'), event('EcmrSigned')].map((each) => ({ ...each, data: { role: 7 } }))
  await world.record([event('EcmrCreated'), ...odd, event('IncidentReported')])
  const { endpoint } = await world.register('company-a', receiver.url)
  const said: object[] = []
  const log = { warn: () => undefined, error: (details: object) => void said.push(details) }
  world.startWorker()
  world.startReplayer({ log })
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  t.match(await world.ended('company-a', id), { status: 'done', scanned: 4, queued: 2 })
  t.strictSame(types(await receiver.count(2)), ['ecmr.created', 'ecmr.incidencia'])
  t.match(said, [{ replay_id: id, events: 2, first: new RegExp(`^${odd[0]?.id}: EcmrSigned is malformed`) }])
  t.equal(said.length, 1)
})

t.test(
  'it ends at the head of the log when it was asked for, once the history has come as far',
  async (t) => {
    const world = await openReplayWorld(t)
    const receiver = await startReceiver(t)
    const { event } = note('company-a')
    await world.record([event('EcmrCreated')])
    const { endpoint } = await world.register('company-a', receiver.url)
    const late = event('EcmrSigned')
    const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
    world.startWorker()
    world.startReplayer()
    await receiver.count(1)
    await world.record([late])
    t.match(await world.ended('company-a', id), { status: 'done', scanned: 2, queued: 2 })
    await world.record([event('DeliveryConfirmed')])
    const again = await world.request('company-a', endpoint.id, { since: EPOCH, events: ['ecmr.signed'] })
    await world.record([event('EcmrSigned')])
    t.match(await world.ended('company-a', again.id), { scanned: 3, queued: 1 })
  },
)

t.test('what waits already is left in peace; what waits after a failure is due now', async (t) => {
  const world = await openReplayWorld(t)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
  const fresh = note('company-a').event('EcmrCreated')
  const failing = note('company-a').event('EcmrCreated')
  await world.happen([fresh, failing])
  const soon = '2100-01-01T00:00:00.000Z'
  await world.pool.query('update webhooks.deliveries set next_attempt_at = $1', [soon])
  await world.pool.query(
    `update webhooks.deliveries set failures = 3, failing_since = now(), attempts = 3 where event_id = $1`,
    [failing.id],
  )
  world.startReplayer()
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  t.match(await world.ended('company-a', id), { scanned: 2, queued: 1 })
  const { rows } = await world.pool.query(
    `select failures, failing_since, attempts, replay_id, next_attempt_at > now() as waits
     from webhooks.deliveries order by attempts`,
  )
  const untouched = { failures: 0, failing_since: null, replay_id: null }
  t.strictSame(rows, [
    { ...untouched, attempts: 0, waits: true },
    { ...untouched, attempts: 3, waits: false },
  ])
})

t.test('an attempt under way keeps its lease', async (t) => {
  const world = await openReplayWorld(t)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
  await world.happen([note('company-a').event('EcmrCreated')])
  await world.pool.query(
    `update webhooks.deliveries set failures = 1, failing_since = now(), leased_until = now() + interval '1 minute'`,
  )
  world.startReplayer()
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  t.match(await world.ended('company-a', id), { queued: 1 })
  const { rows } = await world.pool.query('select leased_until > now() as leased from webhooks.deliveries')
  t.strictSame(rows, [{ leased: true }])
})

t.test('cancelling it cancels what it has queued, and leaves alone what waited without it', async (t) => {
  const world = await openReplayWorld(t)
  const { event } = note('company-a')
  await world.record([event('EcmrCreated'), event('EcmrSigned')])
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
  await world.happen([event('IncidentReported'), note('company-a').event('EcmrCreated')])
  await world.pool.query(
    `update webhooks.deliveries set failures = 1, failing_since = now() where version = 3`,
  )
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  world.startReplayer({ limits: { deliveries: 3, pending: 4 } })
  await world.eventually('select 1 from webhooks.replays where queued = 3')
  const cancelled = await world.cancel('company-a', endpoint.id, id)
  t.match(cancelled, { ok: true, replayed: false, view: { status: 'cancelled', status_reason: 'owner' } })
  const { rows } = await world.pool.query(
    `select type, version, status from webhooks.deliveries order by version, status`,
  )
  t.strictSame(rows, [
    { type: 'ecmr.created', version: 1, status: 'cancelled' },
    { type: 'ecmr.created', version: 1, status: 'pending' },
    { type: 'ecmr.signed', version: 2, status: 'cancelled' },
    { type: 'ecmr.incidencia', version: 3, status: 'pending' },
  ])
})

t.test('it is cancelled, and says why, when its webhook is disabled or deleted', async (t) => {
  const world = await openReplayWorld(t)
  await world.record([note('company-a').event('EcmrCreated')])
  for (const status of ['disabled', 'deleted']) {
    const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
    await world.request('company-a', endpoint.id, { since: EPOCH })
    await world.pool.query('update webhooks.endpoints set status = $2 where id = $1', [endpoint.id, status])
  }
  world.startReplayer()
  await world.eventually(
    `select 1 from webhooks.replays having count(*) filter (where status = 'running') = 0`,
  )
  const { rows } = await world.pool.query(
    'select status, status_reason, queued from webhooks.replays order by created_at',
  )
  t.strictSame(rows, [
    { status: 'cancelled', status_reason: 'webhook_disabled', queued: 0 },
    { status: 'cancelled', status_reason: 'webhook_deleted', queued: 0 },
  ])
})

t.test('it is cancelled when the log was moved: its positions are no more', async (t) => {
  const world = await openReplayWorld(t)
  const { event } = note('company-a')
  await world.record([event('EcmrCreated'), event('EcmrSigned')])
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  const first = world.startReplayer({ limits: { deliveries: 1, pending: 1 } })
  await world.eventually('select 1 from webhooks.replays where queued = 1')
  await first.stop()
  await world.reach('00000000000004d2-00000000000004d2')
  world.startReplayer()
  t.match(await world.ended('company-a', id), { status: 'cancelled', status_reason: 'log_moved', queued: 1 })
  const { rows } = await world.pool.query('select status from webhooks.deliveries')
  t.strictSame(rows, [{ status: 'cancelled' }])
})

t.test('a failing page holds up no other replay, and is tried again', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  await world.record([note('company-a').event('EcmrCreated'), note('company-b').event('EcmrCreated')])
  const [a, b] = [
    await world.register('company-a', receiver.url),
    await world.register('company-b', receiver.url),
  ]
  const stuck = await world.request('company-a', a.endpoint.id, { since: EPOCH })
  const free = await world.request('company-b', b.endpoint.id, { since: EPOCH })
  const warned: object[] = []
  const log = { warn: (details: object) => void warned.push(details), error: () => undefined }
  await world.pool.query(`alter table webhooks.messages add constraint odd check (company_id <> 'company-a')`)
  world.startWorker()
  world.startReplayer({ log })
  t.match(await world.ended('company-b', free.id), { status: 'done', queued: 1 })
  await until(() => warned.length > 0, 'a warning')
  t.match(warned, [{ replay_id: stuck.id }])
  await world.pool.query('alter table webhooks.messages drop constraint odd')
  t.match(await world.ended('company-a', stuck.id), { status: 'done', scanned: 1, queued: 1 })
  t.equal(warned.length, 1, 'the same problem is logged once')
})

t.test('fresh events that are planned at the same time are delivered once', async (t) => {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  const events = Array.from({ length: 200 }, () => note('company-a').event('EcmrCreated'))
  await world.record(events)
  world.startReplayer({ limits: { deliveries: 20 } })
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  for (let begin = events.length; begin > 0; begin -= 10) {
    await planDeliveries(world.pool, events.slice(begin - 10, begin))
  }
  await world.ended('company-a', id)
  world.startWorker()
  await world.eventually(...settledAs('delivered', 200))
  t.equal(receiver.received.length, 200)
  t.equal(new Set(ids(receiver.received)).size, 200)
})
