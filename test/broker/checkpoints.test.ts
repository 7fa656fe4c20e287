import { brokerCheckpoints, migrateBroker } from '@ecmr/broker'
import { NO_POSITION } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'

t.test('a place is never moved back, and one that is none is the start', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await migrateBroker(pool)
  const places = brokerCheckpoints(pool)
  const [first, second] = ['0000000000000001-0000000000000001', '0000000000000002-0000000000000002']
  t.equal(await places.load('relay'), '')
  await places.save('relay', second)
  await places.save('relay', first)
  t.equal(await places.load('relay'), second)

  await pool.query('update broker.checkpoints set position = $1', [NO_POSITION])
  t.equal(await places.load('relay'), '')
  await places.save('relay', first)
  t.equal(await places.load('relay'), first)
})
