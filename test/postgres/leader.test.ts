import { once } from 'node:events'
import { openPool, runAsLeader } from '@ecmr/postgres'
import t from 'tap'
import { until } from '../support/child-process.js'
import { testDatabase } from '../support/database.js'

t.test('leading', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 2, name: 'test' })
  t.teardown(() => pool.end())
  const leading: string[] = []

  function candidate(name: string): { stop(): Promise<void> } {
    const stopping = new AbortController()
    const work = async (signal: AbortSignal): Promise<void> => {
      leading.push(name)
      await once(signal, 'abort')
      leading.splice(leading.indexOf(name), 1)
    }
    const running = runAsLeader({ url, name: 'the work', signal: stopping.signal, work })
    return {
      async stop() {
        stopping.abort()
        await running
      },
    }
  }

  const one = candidate('one')
  await until(() => leading.length === 1, 'a leader')
  const other = candidate('other')

  await t.test('one leads at a time', async (t) => {
    await until(async () => {
      const { rows } = await pool.query(
        "select 1 from pg_stat_activity where application_name = 'leader the work'",
      )
      return rows.length === 2
    }, 'an attempt of the other one')
    t.strictSame(leading, ['one'])
  })

  await t.test('another takes over when the leader stops', async (t) => {
    await one.stop()
    await until(() => leading.length === 1, 'the next leader')
    t.strictSame(leading, ['other'])
  })

  await t.test('whose connection is lost stops, and competes again', async (t) => {
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader the work'",
    )
    await until(() => leading.length === 0, 'the end of the work')
    await until(() => leading.length === 1, 'the same leader again')
    t.strictSame(leading, ['other'])
    await other.stop()
    t.strictSame(leading, [])
  })
})

t.test('an error of the work is told, and the work is started again', async (t) => {
  const url = await testDatabase(t)
  const stopping = new AbortController()
  const errors: unknown[] = []
  let runs = 0
  await runAsLeader({
    url,
    name: 'shaky work',
    signal: stopping.signal,
    async work() {
      runs++
      if (runs === 1) throw new Error('first time')
      stopping.abort()
    },
    onError: (error) => errors.push(error),
  })
  t.equal(runs, 2)
  t.match(errors, [{ message: 'first time' }])
})
