import { planDeliveries, prune } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { countOf } from './support/old-rows.js'
import { openReplayWorld } from './support/replay-world.js'

const URL = 'http://127.0.0.1:9/'
const never = new AbortController().signal

// Triggers that wait for a lock of the test hold a transaction at the very place that matters. By its name the first one
// comes before the check of the foreign key, which looks for the message.
const WAIT_BEFORE_CHECK = `
  create function webhooks.pause() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return null; end $$;
  create trigger "A_pause" after insert on webhooks.deliveries for each row execute function webhooks.pause()`
const WAIT_AFTER_MESSAGE = `
  create function webhooks.pause() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return null; end $$;
  create trigger pause after delete on webhooks.messages for each statement execute function webhooks.pause()`

/** An old delivery whose event comes again for an endpoint without it, while `trigger` blocks a transaction. */
async function openRace(t: Test, trigger: string) {
  const world = await openReplayWorld(t)
  await world.register('company-a', URL)
  const event = note('company-a').event('EcmrCreated')
  await planDeliveries(world.pool, [event])
  await world.pool.query(`update webhooks.deliveries set status = 'delivered', finished_at = created_at`)
  await world.register('company-a', URL)
  await world.pool.query(`update webhooks.endpoints set follows_from = ''`)
  await world.pool.query(trigger)
  const holder = await world.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  return {
    ...world,
    event,
    untilSomebodyWaits: () =>
      world.eventually(`select from pg_locks where locktype = 'advisory' and objid = 1 and not granted`),
    async letGo() {
      await holder.query('select pg_advisory_unlock(1)')
      holder.release()
    },
  }
}

t.test('a message that a delivery is just being written for is not deleted under its hands', async (t) => {
  const { pool, event, untilSomebodyWaits, letGo } = await openRace(t, WAIT_BEFORE_CHECK)
  const planning = planDeliveries(pool, [event])
  await untilSomebodyWaits()
  t.match(await prune({ pool, signal: never }), { deliveries: 1, messages: 0 })
  await letGo()
  await planning
  t.equal(await countOf(pool, 'deliveries', `status = 'pending'`), 1)
  t.equal(await countOf(pool, 'messages'), 1)
})

t.test(
  'a delivery written in the very moment in which its message is deleted brings the message again',
  async (t) => {
    const { pool, event, untilSomebodyWaits, letGo, eventually } = await openRace(t, WAIT_AFTER_MESSAGE)
    const before = await pool.query('select id from webhooks.deliveries')
    const pruning = prune({ pool, signal: never })
    await untilSomebodyWaits()
    const planning = planDeliveries(pool, [event])
    await eventually(`select from pg_locks where locktype = 'transactionid' and not granted`)
    await letGo()
    t.match(await pruning, { deliveries: 1, messages: 1 })
    await planning
    const { rows } = await pool.query(
      'select id, convert_from(payload, $1)::json as payload from webhooks.deliveries join webhooks.messages using (event_id)',
      ['utf8'],
    )
    t.equal(rows.length, 2, 'one for each endpoint')
    t.ok(
      rows.some(({ id }) => id === before.rows[0].id),
      'the pruned one has the same webhook-id again',
    )
    for (const { payload } of rows) t.equal(payload.id, event.id)
  },
)

t.test(
  'a replay that meets the deletion of what it replays brings all of it again, under the same ids',
  async (t) => {
    const world = await openReplayWorld(t)
    const { pool, eventually } = world
    const { endpoint } = await world.register('company-a', URL)
    const one = note('company-a')
    await world.happen([
      one.event('EcmrCreated'),
      ...Array.from({ length: 9 }, () => one.event('EcmrSigned')),
    ])
    await pool.query(`update webhooks.deliveries set status = 'delivered', finished_at = created_at`)
    const shown =
      'select d.id, m.payload from webhooks.deliveries d join webhooks.messages m using (event_id) order by d.id'
    const before = await pool.query(shown)
    await pool.query(WAIT_AFTER_MESSAGE)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(1)')
    const pruning = prune({ pool, signal: never })
    await eventually(`select from pg_locks where locktype = 'advisory' and objid = 1 and not granted`)
    const { id } = await world.request('company-a', endpoint.id, { since: '1970-01-01T00:00:00Z' })
    world.startReplayer()
    await eventually(`select from pg_locks where locktype = 'transactionid' and not granted`)
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    t.match(await pruning, { deliveries: 10, messages: 10 })
    t.match(await world.ended('company-a', id), { status: 'done', queued: 10 })
    t.equal(await countOf(pool, 'deliveries', `status = 'pending'`), 10)
    t.same((await pool.query(shown)).rows, before.rows, 'byte for byte')
  },
)
