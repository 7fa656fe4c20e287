import { migrateBroker, readRelayStatus, reportRelayStatus } from '@ecmr/broker'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'

t.test('the process that relays the log to a broker reports its status', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await migrateBroker(pool)
  t.equal(await readRelayStatus(pool, 'relay'), undefined, 'no status yet')

  await reportRelayStatus(pool, { name: 'relay', position: '', problem: 'NATS is away.' })
  const first = await readRelayStatus(pool, 'relay')
  t.match(first, { position: '', problem: 'NATS is away.' })

  await reportRelayStatus(pool, { name: 'relay', position: '00000042' })
  const second = await readRelayStatus(pool, 'relay')
  t.match(second, { position: '00000042', problem: null })
  t.ok(second && first && second.seen_at > first.seen_at)
  t.ok(second && second.age_ms >= 0 && second.age_ms < 10_000)

  await pool.query("update broker.progress set seen_at = seen_at - interval '1 hour'")
  const silent = await readRelayStatus(pool, 'relay')
  t.ok(silent && silent.age_ms > 3_600_000 && silent.age_ms < 3_700_000, 'silence is seen')
})
