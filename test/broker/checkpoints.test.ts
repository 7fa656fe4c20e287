import { randomUUID } from 'node:crypto'
import { brokerCheckpoints, CheckpointMovedBack, migrateBroker } from '@ecmr/broker'
import { type Checkpoint, NO_POSITION } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'

t.test('a place is never moved back, and one that is none is the start', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await migrateBroker(pool)
  const places = brokerCheckpoints(pool)
  const [first, second] = [at('0000000000000001-0000000000000001'), at('0000000000000002-0000000000000002')]
  t.strictSame(await places.load('relay'), { position: '', seen: null })
  await places.save('relay', second, '')
  await places.save('relay', first, '')
  t.strictSame(await places.load('relay'), second)

  await pool.query('update broker.checkpoints set position = $1', [NO_POSITION])
  t.strictSame(await places.load('relay'), { position: '', seen: null })
  await places.save('relay', first, '')
  t.strictSame(await places.load('relay'), first)
})

t.test('a position that a former version has moved alone is one without an event', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await migrateBroker(pool)
  const places = brokerCheckpoints(pool)
  await places.save('relay', at('0000000000000001'), '')
  await pool.query(`update broker.checkpoints set position = '0000000000000002'`)
  t.strictSame(await places.load('relay'), { position: '0000000000000002', seen: null })
})

t.test('a place that was moved back since it was known is not moved on', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await migrateBroker(pool)
  const places = brokerCheckpoints(pool)
  const [first, second, third] = [at('0000000000000001'), at('0000000000000002'), at('0000000000000003')]
  await places.save('relay', first, '')
  await places.save('relay', second, first.position)
  await pool.query(`update broker.checkpoints set position = '0000000000000001'`)
  await t.rejects(places.save('relay', third, second.position), CheckpointMovedBack)
  t.equal((await places.load('relay')).position, first.position)
  await pool.query('delete from broker.checkpoints')
  await t.rejects(places.save('relay', third, second.position), CheckpointMovedBack)
  t.equal((await places.load('relay')).position, '')
})

function at(position: string): Checkpoint {
  const seen = { stream: 'ecmr-1', revision: 0, position, id: randomUUID(), hash: 'a'.repeat(64) }
  return { position, seen }
}
