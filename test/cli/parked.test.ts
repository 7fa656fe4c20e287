import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { ecmrHere } from './ecmr-here.js'
import { runEcmr } from './run-ecmr.js'

t.test('a stream that cannot be applied is listed, tried again, and given up', async (t) => {
  const url = await testDatabase(t)
  const ecmr = (...args: readonly string[]) => ecmrHere(url, ...args)
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  t.equal((await ecmr('demo', 'seed', '--notes', '5', '--created-only')).code, 0)
  await pool.query('alter table log.events disable trigger append_only')
  const { rows } = await pool.query(
    `update log.events e set data = '{}' from log.events former
     where e.position = (select max(position) from log.events) and former.position = e.position
     returning e.stream, former.data`,
  )
  const { stream, data } = rows[0]

  const rebuilt = await runEcmr(url, 'projections', 'rebuild', 'list')
  t.same([rebuilt.code, rebuilt.stderr], [0, ''])
  t.match(rebuilt.stdout, /1 streams? (is|are) parked; see "ecmr projections parked list"/)
  const { parked } = JSON.parse((await ecmr('projections', 'parked', 'list', '--json')).stdout)
  t.match(parked, [{ projection: 'list', stream, type: 'EcmrCreated', held: 1 }])

  const retried = await runEcmr(url, 'projections', 'parked', 'retry', 'list', stream)
  t.equal(retried.code, 1)
  t.match(retried.stderr, new RegExp(`^error: ${stream} stays parked in list: `))

  await pool.query('update log.events set data = $1 where stream = $2', [data, stream])
  t.equal((await ecmr('projections', 'parked', 'retry', 'list', stream)).code, 0)
  t.match((await ecmr('projections', 'parked', 'list')).stdout, 'Nothing is parked.')
  t.equal((await ecmr('projections', 'verify', 'list')).code, 0)
})
