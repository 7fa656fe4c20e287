import { parkedEvents, projectionStatus } from '@ecmr/projections'
import {
  companyChanges,
  listNotes,
  listProjection,
  projections,
  trackingProjection,
  trackNote,
} from '@ecmr/read-models'
import t from 'tap'
import { acme } from './notes.js'
import { equalsReplay, scene } from './running.js'

t.test('an event that cannot be applied parks its stream, and all others flow on', async (t) => {
  const at = await scene(t)
  const { writer, pool, store } = at
  at.run()
  const [good, bad] = [await writer.create(), await writer.create()]
  await writer.sendRaw(bad, 'EcmrEdited', { changes: 'none' })
  await writer.sendRaw(bad, 'EcmrCancelled', { reason: 'Wrong' })
  await writer.send(good.id, [{ type: 'change_status', to: 'assigned' }])
  await at.caughtUp()

  const parked = await parkedEvents.list(pool, projections)
  t.match(parked, [
    { projection: 'list', stream: bad.stream, type: 'EcmrEdited', error: /EcmrEdited is malformed/, held: 2 },
    { projection: 'tracking', stream: bad.stream, held: 2 },
  ])
  t.match(await trackNote(pool, good.number), { status: 'assigned' })
  t.match(await trackNote(pool, bad.number), { cancelled: false }, 'as it was before the poison')
  t.same(
    (await projectionStatus(pool, store, projections)).map((status) => status.parked),
    [1, 1, 0],
  )

  const again = await parkedEvents.retry(pool, store, listProjection, bad.stream)
  t.match(again, { applied: 0, error: /malformed/ }, 'it is still not good')
  t.same(await parkedEvents.skip(pool, store, listProjection, bad.stream), { applied: 1, error: null })
  t.match((await listNotes(pool, acme, { limit: 5, includeCancelled: true, search: bad.number })).items, [
    { cancel_reason: 'Wrong' },
  ])
  t.same(
    (await parkedEvents.list(pool, projections)).map(({ projection }) => projection),
    ['tracking'],
  )
  await writer.sendRaw(bad, 'ReservationRecorded', { reservation_id: bad.id, by: 'carrier', grounds: 'Wet' })
  await at.caughtUp()
  t.equal((await parkedEvents.list(pool, projections))[0]?.held, 3, 'a parked stream’s later events are held')
  const list = await listNotes(pool, acme, { limit: 5, includeCancelled: true, search: bad.number })
  t.equal(list.items[0]?.version, 4, 'one that is parked no longer flows again')
})

t.test('a row that the database refuses parks its stream, until a retry after the fix', async (t) => {
  const at = await scene(t)
  const { writer, pool, store } = at
  const first = await writer.create()
  const others = [await writer.create(), await writer.create()]
  const second = await writer.create({ number: first.number })
  await writer.send(second.id, [{ type: 'change_status', to: 'assigned' }])
  for (const { id } of others) await writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  at.run()
  await at.caughtUp()

  t.match(await parkedEvents.list(pool, projections), [
    { projection: 'list', stream: second.stream, type: 'EcmrCreated', error: /duplicate key/, held: 2 },
    { projection: 'tracking', stream: second.stream, held: 2 },
  ])
  t.equal((await listNotes(pool, acme, { limit: 5 })).total, 3)
  t.equal((await listNotes(pool, acme, { limit: 5, status: 'assigned' })).total, 2)
  t.match(await trackNote(pool, first.number), { status: 'draft' }, 'the first note keeps its number')
  await equalsReplay(t, at)

  t.match(await parkedEvents.retry(pool, store, trackingProjection, second.stream), {
    applied: 0,
    error: /duplicate key/,
  })
  await pool.query('delete from rm_tracking.shipments where ecmr_number = $1', [first.number])
  t.same(await parkedEvents.retry(pool, store, trackingProjection, second.stream), {
    applied: 2,
    error: null,
  })
  t.match(await trackNote(pool, first.number), { status: 'assigned' })
  t.same(
    (await parkedEvents.list(pool, projections)).map(({ projection }) => projection),
    ['list'],
  )
})

t.test('text that the database cannot hold parks its stream only', async (t) => {
  const at = await scene(t)
  const bad = await at.writer.create()
  await at.writer.sendRaw(bad, 'EcmrEdited', {
    changes: [{ field: 'sender_city', old: 'Cádiz', new: 'Je\u0000rez' }],
  })
  const good = await at.writer.create()
  at.run()
  await at.caughtUp()
  const parked = await parkedEvents.list(at.pool, projections)
  t.same(
    parked.map(({ projection, stream, held }) => [projection, stream, held]),
    ['history', 'list', 'tracking'].map((projection) => [projection, bad.stream, 1]),
  )
  t.ok(await trackNote(at.pool, good.number))
  t.equal((await companyChanges(at.pool, acme, { after: '', limit: 10 })).entries.length, 2)
})

t.test('retrying what is not parked does nothing', async (t) => {
  const { pool, store } = await scene(t)
  t.same(await parkedEvents.retry(pool, store, listProjection, 'ecmr-none'), { applied: 0, error: null })
})
