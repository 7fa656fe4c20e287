import { NO_POSITION } from '@ecmr/event-store'
import { type Listener, openListener } from '@ecmr/postgres'
import { notedLag, projectionPositions, type RunnerMetrics, watchLag } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import t from 'tap'
import { metrics, runningScene, scene, until } from './running.js'

/** A listener, and what it hears. */
function notifier() {
  let heard: (payload: string | undefined) => void = () => undefined
  let lose: () => void = () => undefined
  const listener: Listener = {
    on: (_channel, callback, onLost = lose) => {
      heard = callback
      lose = onLost
      return () => undefined
    },
    ready: async () => undefined,
    close: async () => undefined,
  }
  return { listener, notify: (payload: string | undefined) => heard(payload), lose: () => lose() }
}

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
  const positions = projectionPositions({ pool: at.pool, listener: notifier().listener })
  t.teardown(() => positions.close())
  at.run()
  await at.writer.create()
  t.equal(await positions.waitFor(['list', 'tracking', 'history'], await at.store.head(), 20_000), true)
})

t.test('what was known is forgotten when notifications may have been lost', async (t) => {
  const at = await scene(t)
  const { listener, notify } = notifier()
  const positions = projectionPositions({
    pool: at.pool,
    listener,
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

t.test(
  'what was known is forgotten as soon as the server may have crashed, until it is heard again',
  async (t) => {
    const at = await scene(t)
    const { listener, notify, lose } = notifier()
    const positions = projectionPositions({ pool: at.pool, listener })
    t.teardown(() => positions.close())
    const [crashed, now] = ['0000000000000005', '0000000000000003']
    const stand = (position: string) =>
      at.pool.query(`update projections.checkpoints set position = $1 where name = 'list'`, [position])
    notify(`list ${crashed}`)
    lose()
    await stand(now)
    t.equal(await positions.waitFor(['list'], crashed, 300), false, 'the database stands further back')
    t.equal(await positions.waitFor(['list'], now, 20_000), true, 'it is asked instead')
    await stand('')
    t.equal(
      await positions.waitFor(['list'], now, 300),
      false,
      'each time, since a second crash is not heard',
    )
    await stand(now)
    notify(undefined)
    t.equal(await positions.waitFor(['list'], now, 20_000), true)
    t.equal(await positions.waitFor(['list'], now, 0), true, 'known again')
  },
)

t.test('an answer that the database gave before it may have crashed does not count', async (t) => {
  const at = await scene(t)
  const { listener, lose } = notifier()
  const answers: ((result: unknown) => void)[] = []
  const asked = Object.assign(Object.create(at.pool), {
    query: () => new Promise((resolve) => answers.push(resolve)),
  })
  const positions = projectionPositions({ pool: asked, listener })
  t.teardown(() => positions.close())
  const waiting = positions.waitFor(['list'], '0000000000000005', 20_000)
  const answer = (position: string) => answers.shift()?.({ rows: [{ name: 'list', position }] })
  lose()
  answer('0000000000000009')
  await until(async () => answers.length === 1)
  answer('0000000000000006')
  t.equal(await waiting, true)
  t.equal(await positions.waitFor(['list'], '0000000000000009', 0), false)
})

t.test('an answer that the database gave before a notification does not take it back', async (t) => {
  const at = await scene(t)
  const { listener, notify } = notifier()
  let answer: (result: unknown) => void = () => undefined
  const asked = Object.assign(Object.create(at.pool), {
    query: () => new Promise((resolve) => (answer = resolve)),
  })
  const positions = projectionPositions({
    pool: asked,
    listener,
  })
  t.teardown(() => positions.close())
  notify('list 0000000000000005')
  answer({ rows: ['list', 'history'].map((name) => ({ name, position: '0000000000000004' })) })
  t.equal(await positions.waitFor(['history'], '0000000000000004', 20_000), true, 'the answer has come')
  t.equal(await positions.waitFor(['list'], '0000000000000005', 0), true)
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

t.test(
  'a read model that stands still is reported in words, in the log and to readiness, until it continues',
  async (t) => {
    const at = await runningScene(t)
    await at.writer.create()
    await at.caughtUp()
    const lines: string[] = []
    const lags = new Map<string, number>()
    const write = (_fields: object, line: string): void => void lines.push(line)
    const stands: RunnerMetrics['stands'] = (name, { lagMs }) => lags.set(name, lagMs)
    const stop = new AbortController()
    t.teardown(() => stop.abort())
    await at.pool.query(
      `update projections.checkpoints set updated_at = now() - interval '1 minute' where name = 'list'`,
    )
    const blocker = await at.pool.connect()
    await blocker.query(`begin; select from projections.checkpoints where name = 'list' for update`)
    const log = { debug() {}, info: write, warn: write, error: write }
    const watch = watchLag({ ...at, projections, signal: stop.signal, log, metrics: { ...metrics, stands } })
    await watch.check()
    await at.writer.create()
    await until(() =>
      watch.check().then(
        () => false,
        () => true,
      ),
    )
    const sentence = /^The read model list has stood still for \d+ s, \d+ s behind the event log\.$/
    await t.rejects(watch.check(), { message: sentence })
    t.ok((lags.get('list') ?? 0) > 0)
    await until(async () => (await notedLag(at.pool, ['tracking', 'list'])) > 0)
    await blocker.query('commit')
    blocker.release()
    await at.caughtUp()
    await until(() =>
      watch.check().then(
        () => true,
        () => false,
      ),
    )
    t.match(lines, [sentence, 'the read model goes on'])
    t.strictSame([...lags.keys()].sort(), projections.map(({ name }) => name).sort())
    t.equal(lags.get('list'), 0)
    await until(async () => (await notedLag(at.pool, ['tracking', 'list'])) === 0)
    stop.abort()
    await watch.ended
  },
)
