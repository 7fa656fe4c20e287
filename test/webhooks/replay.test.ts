import { findReplay, listReplays } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { until } from '../support/until.js'
import { created, note } from './support/events.js'
import { type Answer, type Received, startReceiver } from './support/receiver.js'
import { EPOCH, openReplayWorld } from './support/replay-world.js'
import { a, HOUR_MS, openReceiving, operator } from './support/world.js'

const types = (received: readonly Received[]) => received.map(({ json }) => json.type)
const ids = (received: readonly Received[]) => received.map(({ json }) => json.id)
const sent = (received: readonly Received[]) =>
  received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)

/** The same with a worker and a replayer at work. */
async function openRunning(t: Test, answer?: Answer) {
  const world = await openReplayWorld(t, answer)
  world.startWorker()
  world.startReplayer()
  return world
}

t.test('events from before the webhook existed are sent, oldest first', async (t) => {
  const { record, rows, replay, receiver, endpoint } = await openRunning(t)
  const { id, events } = note()
  const before = events('EcmrCreated', 'EcmrSigned', 'IncidentReported')
  await record(before)
  await rows('update webhooks.endpoints set follows_from = $2 where id = $1', [
    endpoint.id,
    before[2]?.position,
  ])
  t.match(await replay(), {
    status: 'done',
    status_reason: null,
    scanned: 3,
    queued: 3,
    reached_at: '2026-03-01T08:00:00.000Z',
    finished_at: /Z$/,
  })
  const received = await receiver.count(3)
  t.strictSame(
    ids(received),
    before.map((each) => each.id),
  )
  t.strictSame(types(received), ['ecmr.created', 'ecmr.signed', 'ecmr.incidencia'])
  t.match(received[2]?.json.data, { id, version: 3, description: 'Two pallets got wet' })
})

t.test('what was delivered, also what was pruned since, is sent again byte for byte', async (t) => {
  const { happen, settled, replay, rows, receiver } = await openRunning(t)
  await happen(...note().events('EcmrCreated', 'EcmrSigned'))
  await settled('delivered', 2)
  const { id } = await replay()
  const received = await receiver.count(4)
  t.strictSame(sent(received.slice(2)), sent(received.slice(0, 2)))
  t.strictSame(
    received.map(({ headers }) => headers['webhook-attempt']),
    ['1', '1', '2', '2'],
  )
  const own = { replay_id: id, failures: 0 }
  t.match(await settled('delivered', 2), [own, own])
  for (const table of ['attempts', 'deliveries', 'messages']) await rows(`delete from webhooks.${table}`)
  await replay()
  t.strictSame(sent((await receiver.count(6)).slice(4)), sent(received.slice(0, 2)))
})

t.test('a message that is still there is sent as it is, not made anew', async (t) => {
  const { happen, settled, rows, replay, receiver } = await openRunning(t)
  await happen(...created(1))
  await settled('delivered')
  const bytes = '{"id":"as it was made by another version"}'
  await rows('update webhooks.messages set payload = $1', [Buffer.from(bytes)])
  await rows('delete from webhooks.deliveries')
  await replay()
  t.equal((await receiver.count(2))[1]?.body.toString(), bytes)
})

t.test('with only_failed only what failed is sent again, and nothing is made', async (t) => {
  const { record, happen, rows, replay, startWorker, startReplayer, receiver } = await openReplayWorld(t)
  await record(created(1))
  const states = ['delivered', 'exhausted', 'cancelled', 'failing', 'fresh']
  const events = created(5)
  await happen(...events)
  for (const [index, state] of states.entries()) {
    const status = state === 'failing' || state === 'fresh' ? 'pending' : state
    await rows(
      `update webhooks.deliveries set status = $2::text, next_attempt_at = now() + interval '1 day', failures = $3,
         failing_since = case when $3 > 0 then now() end, finished_at = case when $2 <> 'pending' then now() end
       where event_id = $1`,
      [events[index]?.id, status, state === 'failing' || state === 'exhausted' ? 4 : 0],
    )
  }
  startWorker()
  startReplayer()
  t.match(await replay({ since: EPOCH, only_failed: true }), { status: 'done', scanned: 6, queued: 3 })
  t.strictSame(new Set(ids(await receiver.count(3))), new Set(events.slice(1, 4).map(({ id }) => id)))
  t.equal((await rows('select 1 from webhooks.deliveries')).length, 5)
})

t.test('a position and since are included, until is not', async (t) => {
  const { record, replay, receiver } = await openRunning(t)
  const { event } = note()
  const events = [1, 2, 3, 4].map(() => event('IncidentReported'))
  for (const [index, each] of events.entries()) await record([each], `2026-03-01T08:00:0${index}.000Z`)
  const range = { since: '2026-03-01T09:00:01+01:00', until: '2026-03-01T08:00:03Z' }
  t.match(await replay(range), {
    since: '2026-03-01T08:00:01.000Z',
    until: '2026-03-01T08:00:03.000Z',
    scanned: 4,
    queued: 2,
  })
  t.strictSame(ids(await receiver.count(2)), [events[1]?.id, events[2]?.id])
  const from_position = events[2]?.position ?? ''
  t.match(await replay({ from_position }), { from_position, scanned: 2, queued: 2 })
  t.strictSame(ids(await receiver.count(4)).slice(2), [events[2]?.id, events[3]?.id])
})

t.test('it sends what the webhook receives, or what was named, also what it does not receive', async (t) => {
  const { record, rows, replay, receiver } = await openRunning(t)
  const { event } = note()
  await record([event('EcmrCreated'), event('EcmrSigned'), event('EcmrEdited'), event('IncidentReported')])
  await rows(`update webhooks.endpoints set events = '{ecmr.created}'`)
  t.match(await replay(), { events: ['ecmr.created'], scanned: 4, queued: 1 })
  t.strictSame(types(await receiver.count(1)), ['ecmr.created'])
  t.match(await replay({ since: EPOCH, events: ['ecmr.signed', 'ecmr.incidencia'] }), { queued: 2 })
  t.strictSame(types((await receiver.count(3)).slice(1)), ['ecmr.signed', 'ecmr.incidencia'])
  await record([event('EcmrAmended'), event('VehicleChanged'), event('EcmrCancelled')])
  t.match(await replay({ since: EPOCH, events: ['ecmr.updated', 'ecmr.cancelled'] }), { queued: 4 })
  t.strictSame(types((await receiver.count(7)).slice(3)), [
    'ecmr.updated',
    'ecmr.updated',
    'ecmr.updated',
    'ecmr.cancelled',
  ])
})

t.test('no company is sent events of another company’s notes', async (t) => {
  const { record, replay, rival, receiver } = await openRunning(t)
  const theirs = await startReceiver(t)
  const [own, foreign] = [created(1), created(1, 'company-b')]
  await record([...own, ...foreign])
  const { request, ended } = await rival(theirs.url)
  t.match(await replay(), { scanned: 1, queued: 1 })
  t.match(await ended(await request()), { scanned: 1, queued: 1 })
  await Promise.all([receiver.count(1), theirs.count(1)])
  t.strictSame(ids(receiver.received), [own[0]?.id])
  t.strictSame(ids(theirs.received), [foreign[0]?.id])
})

t.test('the notifications of a note arrive in order', async (t) => {
  const { record, request, startWorker, startReplayer, receiver } = await openReplayWorld(t)
  const notes = [1, 2, 3].map(() => note())
  await record(Array.from({ length: 20 }, () => notes.map(({ event }) => event('IncidentReported'))).flat())
  startWorker()
  startReplayer({ limits: { deliveries: 7, looks: 11 } })
  await request()
  const received = await receiver.count(60)
  for (const { id } of notes) {
    const versions = received.filter(({ json }) => json.data.id === id).map(({ json }) => json.data.version)
    t.strictSame(
      versions,
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  }
})

t.test('what cannot be read is left out, and logged once for each page', async (t) => {
  const { record, replay, startWorker, startReplayer, receiver } = await openReplayWorld(t)
  const { event } = note()
  const odd = [event('EcmrSigned'), event('EcmrSigned')].map((each) => ({ ...each, data: { role: 7 } }))
  await record([event('EcmrCreated'), ...odd, event('IncidentReported')])
  const logged: object[] = []
  startWorker()
  startReplayer({ log: { warn: () => undefined, error: (details: object) => void logged.push(details) } })
  const replayed = await replay()
  t.match(replayed, { status: 'done', scanned: 4, queued: 2 })
  t.strictSame(types(await receiver.count(2)), ['ecmr.created', 'ecmr.incidencia'])
  const first = new RegExp(`^${odd[0]?.id}: EcmrSigned is malformed`)
  t.match(logged, [{ replay_id: replayed.id, events: 2, reason: first }])
  t.equal(logged.length, 1)
})

t.test('it ends at the head that the log had at the request, once the history is there', async (t) => {
  const { record, request, ended, settled, receiver } = await openRunning(t)
  const { event } = note()
  await record([event('EcmrCreated')])
  const late = event('EcmrSigned')
  const first = await request()
  await receiver.count(1)
  await record([late])
  t.match(await ended(first), { status: 'done', scanned: 2, queued: 2 })
  await settled('delivered', 2)
  await record([event('DeliveryConfirmed')])
  const again = await request({ since: EPOCH, events: ['ecmr.signed'] })
  await record([event('EcmrSigned')])
  t.match(await ended(again), { scanned: 3, queued: 1 })
})

t.test('what waits stays as it is; what waits after a failure is due now, and keeps its lease', async (t) => {
  const { happen, rows, replay, startReplayer } = await openReplayWorld(t)
  const [fresh, failing] = created(2)
  if (!fresh || !failing) throw new Error('no events')
  await happen(fresh, failing)
  await rows(`update webhooks.deliveries set next_attempt_at = '2100-01-01T00:00:00.000Z'`)
  await rows(
    `update webhooks.deliveries set failures = 3, failing_since = now(), attempts = 3,
       leased_until = now() + interval '1 minute' where event_id = $1`,
    [failing.id],
  )
  startReplayer()
  t.match(await replay(), { scanned: 2, queued: 1 })
  const deliveries = await rows(
    `select failures, failing_since, attempts, replay_id, next_attempt_at > now() as waits, leased_until > now() as leased
     from webhooks.deliveries order by attempts`,
  )
  const untouched = { failures: 0, failing_since: null, replay_id: null }
  t.strictSame(deliveries, [
    { ...untouched, attempts: 0, waits: true, leased: null },
    { ...untouched, attempts: 3, waits: false, leased: true },
  ])
})

t.test('cancelling it cancels what it has queued, and leaves alone what waited without it', async (t) => {
  const { record, happen, rows, request, cancel, startReplayer, eventually } = await openReplayWorld(t)
  const { event, events } = note()
  await record(events('EcmrCreated', 'EcmrSigned'))
  await happen(event('IncidentReported'), ...created(1))
  await rows(`update webhooks.deliveries set failures = 1, failing_since = now() where version = 3`)
  const replay = await request()
  startReplayer({ limits: { deliveries: 3, pending: 4 } })
  await eventually('select 1 from webhooks.replays where queued = 3')
  const view = { status: 'cancelled', status_reason: 'owner' }
  t.match(await cancel(replay), { ok: true, replayed: false, view })
  t.strictSame(await rows(`select type, version, status from webhooks.deliveries order by version, status`), [
    { type: 'ecmr.created', version: 1, status: 'cancelled' },
    { type: 'ecmr.created', version: 1, status: 'pending' },
    { type: 'ecmr.signed', version: 2, status: 'cancelled' },
    { type: 'ecmr.incidencia', version: 3, status: 'pending' },
  ])
})

t.test('it is cancelled when its webhook is disabled or deleted, or the log was moved', async (t) => {
  for (const [status, status_reason] of [
    ['disabled', 'webhook_disabled'],
    ['deleted', 'webhook_deleted'],
    ['active', 'log_moved'],
  ] as const) {
    const { record, reach, rows, request, startReplayer, eventually } = await openReplayWorld(t)
    await record(note().events('EcmrCreated', 'EcmrSigned'))
    await request()
    const first = startReplayer({ limits: { deliveries: 1, pending: 1 } })
    await eventually('select 1 from webhooks.replays where queued = 1')
    await first.stop()
    await rows('update webhooks.endpoints set status = $1', [status])
    if (status === 'active') await reach('00000000000004d2-00000000000004d2')
    startReplayer()
    const cancelled = await eventually(
      `select status_reason, queued from webhooks.replays where status = 'cancelled'`,
    )
    t.same(cancelled, [{ status_reason, queued: 1 }])
    if (status === 'active')
      t.strictSame(await rows('select status from webhooks.deliveries'), [{ status: 'cancelled' }])
  }
})

t.test('a failing page holds up no other replay, and is tried again', async (t) => {
  const { record, rows, request, ended, rival, startWorker, startReplayer } = await openReplayWorld(t)
  await record([...created(1), ...created(1, 'company-b')])
  const theirs = await rival()
  const stuck = await request()
  const free = await theirs.request()
  const warned: object[] = []
  const log = { warn: (details: object) => void warned.push(details), error: () => undefined }
  await rows(`alter table webhooks.messages add constraint odd check (company_id <> 'company-a')`)
  startWorker()
  startReplayer({ log })
  t.match(await theirs.ended(free), { status: 'done', queued: 1 })
  await until(() => warned.length > 0, 'a warning')
  t.match(warned, [{ replay_id: stuck.id }])
  await rows('alter table webhooks.messages drop constraint odd')
  t.match(await ended(stuck), { status: 'done', scanned: 1, queued: 1 })
  t.equal(warned.length, 1, 'the same problem is logged once')
})

t.test('fresh events that are planned at the same time are delivered once', async (t) => {
  const { record, plan, request, ended, startReplayer, startWorker, settled, receiver } =
    await openReplayWorld(t)
  const events = created(200)
  await record(events)
  startReplayer({ limits: { deliveries: 20 } })
  const replay = await request()
  for (let begin = events.length; begin > 0; begin -= 10) await plan(...events.slice(begin - 10, begin))
  await ended(replay)
  startWorker()
  await settled('delivered', 200)
  t.equal(receiver.received.length, 200)
  t.equal(new Set(ids(receiver.received)).size, 200)
})

t.test('a replay that has queued all it found', async (t) => {
  async function openQueued(t: Test) {
    const world = await openReplayWorld(t)
    await world.record(note().events('EcmrCreated', 'EcmrSigned', 'IncidentReported'))
    const { stop } = world.startReplayer()
    const done = await world.replay()
    await stop()
    const statuses = async () =>
      (await world.rows('select status from webhooks.deliveries order by version')).map(
        ({ status }) => status,
      )
    return { ...world, done, find: () => findReplay(world.pool, a, { id: done.id }), statuses }
  }

  await t.test('shows how many of its deliveries wait until they are settled', async (t) => {
    const { pool, rows, endpoint, done, find, startWorker, settled } = await openQueued(t)
    t.match(done, { status: 'done', queued: 3, pending: 3 })
    t.match(await listReplays(pool, a, endpoint.id), [{ id: done.id, pending: 3 }])
    await rows(`update webhooks.deliveries set replay_id = null where version = 3`)
    t.match(await find(), { pending: 2 }, 'a delivery that was retried does not count any more')
    startWorker()
    await settled('delivered', 3)
    t.match(await find(), { status: 'done', queued: 3, pending: 0 })
  })

  await t.test('is cancelled while some of it waits, and only that', async (t) => {
    const { rows, done, cancel, statuses } = await openQueued(t)
    await rows(`update webhooks.deliveries set status = 'delivered', finished_at = now() where version = 1`)
    await rows('update webhooks.deliveries set replay_id = null where version = 2')
    const view = { status: 'cancelled', status_reason: 'owner', queued: 3, pending: 0, finished_at: /Z$/ }
    const cancelled = await cancel(done)
    t.match(cancelled, { ok: true, view })
    t.not(cancelled.ok && cancelled.view.finished_at, done.finished_at)
    t.same(await statuses(), ['delivered', 'pending', 'cancelled'])
    t.same(await rows('select 1 from webhooks.deliveries where finished_at is null and version <> 2'), [])
    t.match(await cancel(done, operator), { ok: true, view }, 'it stays cancelled by the owner')
  })

  await t.test('names the operator who cancelled it', async (t) => {
    const { done, cancel } = await openQueued(t)
    const view = { status: 'cancelled', status_reason: 'operator', pending: 0 }
    t.match(await cancel(done, operator), { ok: true, view })
  })

  await t.test('stays done when nothing of it waits any more', async (t) => {
    const { startWorker, settled, cancel, done, find, receiver } = await openQueued(t)
    startWorker()
    await settled('delivered', 3)
    const now = await find()
    t.match(now, { status: 'done', pending: 0 })
    t.same(await cancel(done), { ok: true, replayed: false, view: now })
    t.equal(receiver.received.length, 3)
  })
})

t.test('fresh events and a replay', async (t) => {
  /** An endpoint to which so many notes are being replayed. */
  async function openReplayed(t: Test, maxPerSecond: number | null, notes: number, answer?: Answer) {
    const world = await openReceiving(t, answer)
    await world.rows('update webhooks.endpoints set max_per_second = $1', [maxPerSecond])
    const replayed = Array.from({ length: notes }, () => note())
    const events = replayed.map((one) => one.event('EcmrCreated'))
    await world.plan(...events)
    await world.rows('update webhooks.deliveries set replay_id = gen_random_uuid()')
    const { receiver } = world
    /** Resolves with the place at which a notification comes. */
    async function place(is: (one: Received) => boolean): Promise<number> {
      while (!receiver.received.some(is)) await receiver.count(receiver.received.length + 1)
      return receiver.received.findIndex(is)
    }
    return { ...world, replayed, events, place }
  }

  await t.test('what has just happened goes before what is replayed, however much that is', async (t) => {
    const { plan, receiver, startWorker, place } = await openReplayed(t, 5, 300)
    startWorker()
    await receiver.count(3)
    const fresh = note()
    await plan(fresh.event('EcmrCreated'))
    const nth = await place(({ json }) => json.data.id === fresh.id)
    t.ok(nth < 100, `it arrived as number ${nth} of 301`)
  })

  await t.test('what has just happened does not wait for replayed events of its note', async (t) => {
    const { plan, receiver, replayed, startWorker, place } = await openReplayed(t, 1, 40)
    startWorker()
    await receiver.count(1)
    // They are due at the same time, so any of them may have come first.
    const last = replayed.findLast(({ id }) => receiver.received.every(({ json }) => json.data.id !== id))
    if (last === undefined) throw new Error('no note')
    await plan(last.event('EcmrSigned'))
    await place(({ json }) => json.type === 'ecmr.signed')
    const before = receiver.received.filter(({ json }) => json.type === 'ecmr.created')
    t.notOk(before.some(({ json }) => json.data.id === last.id))
  })

  await t.test('a replayed event that is planned after all counts as fresh from then on', async (t) => {
    const { plan, rows, events } = await openReplayed(t, null, 2)
    const [fresh, old] = events
    if (!fresh || !old) throw new Error('no events')
    await rows(`update webhooks.deliveries set status = 'delivered' where event_id = $1`, [old.id])
    await plan(fresh, fresh, old)
    t.same(await rows('select event_id, status, is_replay from webhooks.deliveries order by status desc'), [
      { event_id: fresh.id, status: 'pending', is_replay: false },
      { event_id: old.id, status: 'delivered', is_replay: true },
    ])
  })

  await t.test('a replayed delivery that fails delays nothing that has just happened', async (t) => {
    const { plan, replayed, receiver, startWorker, eventually, settled } = await openReplayed(
      t,
      null,
      1,
      (response, { json }) => response.writeHead(json.type === 'ecmr.created' ? 500 : 200).end(),
    )
    startWorker({ schedule: [0, HOUR_MS] })
    await eventually('select 1 from webhooks.deliveries where failures = 1')
    for (const one of replayed) await plan(one.event('EcmrSigned'))
    const [, signed] = await receiver.count(2)
    t.equal(signed?.json.type, 'ecmr.signed')
    await settled('delivered')
  })
})
