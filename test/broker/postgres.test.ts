import { randomUUID } from 'node:crypto'
import {
  brokerCheckpoints,
  CheckpointMovedBack,
  migrateBroker,
  readRelayStatus,
  reportRelayStatus,
} from '@ecmr/broker'
import { type Checkpoint, NO_POSITION } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'

async function openTables(t: Test) {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await migrateBroker(pool)
  return { pool, checkpoints: brokerCheckpoints(pool) }
}

function at(position: string): Checkpoint {
  const seen = { stream: 'ecmr-1', revision: 0, position, id: randomUUID(), hash: 'a'.repeat(64) }
  return { position, seen }
}

t.test('a checkpoint is never moved back, and one that is none is the start', async (t) => {
  const { pool, checkpoints } = await openTables(t)
  const [first, second] = [at('0000000000000001-0000000000000001'), at('0000000000000002-0000000000000002')]
  t.strictSame(await checkpoints.load('relay'), { position: '', seen: null })
  await checkpoints.save('relay', second, '')
  await checkpoints.save('relay', first, '')
  t.strictSame(await checkpoints.load('relay'), second)
  await pool.query('update broker.checkpoints set position = $1', [NO_POSITION])
  t.strictSame(await checkpoints.load('relay'), { position: '', seen: null })
  await checkpoints.save('relay', first, '')
  t.strictSame(await checkpoints.load('relay'), first)
})

t.test('a checkpoint that was moved back since it was known is not moved on', async (t) => {
  const { pool, checkpoints } = await openTables(t)
  const [first, second, third] = [at('0000000000000001'), at('0000000000000002'), at('0000000000000003')]
  await checkpoints.save('relay', first, '')
  await checkpoints.save('relay', second, first.position)
  await pool.query(`update broker.checkpoints set position = '0000000000000001'`)
  const moved = { position: first.position, seen: null }
  t.strictSame(await checkpoints.load('relay'), moved, 'a position moved alone is one without an event')
  await t.rejects(checkpoints.save('relay', third, second.position), CheckpointMovedBack)
  t.strictSame(await checkpoints.load('relay'), moved)
  await pool.query('delete from broker.checkpoints')
  await t.rejects(checkpoints.save('relay', third, second.position), CheckpointMovedBack)
  t.equal((await checkpoints.load('relay')).position, '')
})

t.test('the process that relays the log to a broker reports its status', async (t) => {
  const { pool } = await openTables(t)
  t.equal(await readRelayStatus(pool, 'relay'), undefined, 'no status yet')
  await reportRelayStatus(pool, { name: 'relay', position: '', problem: 'NATS is away.' })
  const first = await readRelayStatus(pool, 'relay')
  t.match(first, { position: '', problem: 'NATS is away.' })
  const anHourEarlier = "update broker.progress set seen_at = seen_at - interval '1 hour'"
  await pool.query(anHourEarlier)
  await reportRelayStatus(pool, { name: 'relay', position: '00000042' })
  const second = await readRelayStatus(pool, 'relay')
  t.match(second, { position: '00000042', problem: null })
  t.ok(second && first && second.seen_at >= first.seen_at && second.age_ms >= 0, 'seen again')
  await pool.query(anHourEarlier)
  const silent = await readRelayStatus(pool, 'relay')
  t.ok(silent && silent.age_ms > 3_600_000, 'silence is seen')
})
