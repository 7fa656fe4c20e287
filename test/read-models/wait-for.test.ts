import { NO_POSITION } from '@ecmr/event-store'
import { openListener } from '@ecmr/postgres'
import { projectionPositions } from '@ecmr/projections'
import t from 'tap'
import { scene } from './running.js'

t.test('waiting ends as soon as all named projections have passed a position', async (t) => {
  const at = await scene(t)
  const listener = openListener(at.url, 'test')
  const positions = projectionPositions({ pool: at.pool, listener })
  t.teardown(() => {
    positions.close()
    return listener.close()
  })
  await at.writer.create()
  const head = await at.store.head()
  t.equal(await positions.waitFor(['list', 'tracking'], '', 0), true, 'the beginning has always been passed')
  t.equal(await positions.waitFor(['list', 'tracking'], head, 20), false, 'nothing runs yet')
  const waiting = positions.waitFor(['list', 'tracking', 'history'], head, 20_000)
  at.run()
  t.equal(await waiting, true)
  t.equal(await positions.position('history'), head)
  t.equal(await positions.waitFor(['list'], head, 0), true)
  t.equal(await positions.waitFor(['list', 'nonsense'], head, 20), false)
})

t.test('a lost notification is made up for by asking the database', async (t) => {
  const at = await scene(t)
  const deaf = { on: () => () => undefined, ready: async () => undefined, close: async () => undefined }
  const positions = projectionPositions({ pool: at.pool, listener: deaf })
  t.teardown(() => positions.close())
  at.run()
  await at.writer.create()
  t.equal(await positions.waitFor(['list', 'tracking', 'history'], await at.store.head(), 20_000), true)
})

t.test('what was known is forgotten when notifications may have been lost', async (t) => {
  const at = await scene(t)
  let notify: (payload: string | undefined) => void = () => undefined
  const positions = projectionPositions({
    pool: at.pool,
    listener: {
      on: (_channel, callback) => {
        notify = callback
        return () => undefined
      },
      ready: async () => undefined,
      close: async () => undefined,
    },
  })
  t.teardown(() => positions.close())
  notify('list 0000000000000005')
  t.equal(await positions.waitFor(['list'], '0000000000000005', 0), true)
  notify(undefined)
  t.equal(
    await positions.waitFor(['list'], '0000000000000005', 50),
    false,
    'the database stands further back',
  )
})

t.test('a place in the log of another store is no progress in this one', async (t) => {
  const at = await scene(t)
  const listener = openListener(at.url, 'test')
  const positions = projectionPositions({ pool: at.pool, listener })
  t.teardown(() => {
    positions.close()
    return listener.close()
  })
  await at.pool.query(`update projections.checkpoints set position = '9999999999999999' where name = 'list'`)
  t.equal(await positions.waitFor(['list'], '0000000000000001', 20_000), true)
  t.equal(await positions.waitFor(['list'], '0000000000000001-0000000000000001', 300), false)
  t.equal(await positions.waitFor(['list'], '', 0), true)
})

t.test('an invalid position is no progress, however it was given', async (t) => {
  const at = await scene(t)
  const listener = openListener(at.url, 'test')
  const positions = projectionPositions({ pool: at.pool, listener })
  t.teardown(() => {
    positions.close()
    return listener.close()
  })
  const first = '0000000000000001-0000000000000001'
  await listener.ready()
  await at.pool.query('update projections.checkpoints set position = $1', [NO_POSITION])
  await at.pool.query(`select pg_notify('ecmr_projections', 'list ' || $1)`, [NO_POSITION])
  t.equal(await positions.waitFor(['list'], first, 300), false)
  t.equal(await positions.position('list'), '')
  await at.pool.query(`select pg_notify('ecmr_projections', 'list ' || $1)`, [first])
  await at.pool.query(`update projections.checkpoints set position = $1 where name = 'list'`, [first])
  t.equal(await positions.waitFor(['list'], first, 20_000), true)
})

t.test('closing ends all waiting', async (t) => {
  const at = await scene(t)
  const listener = openListener(at.url, 'test')
  t.teardown(() => listener.close())
  const positions = projectionPositions({ pool: at.pool, listener })
  const waiting = positions.waitFor(['list'], '0000000000000001', 20_000)
  positions.close()
  t.equal(await waiting, false)
})
