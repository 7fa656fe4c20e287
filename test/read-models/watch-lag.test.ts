import { notedLag, watchLag } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import t from 'tap'
import { scene, until } from './running.js'

t.test(
  'a read model that stands still is reported in words, in the log and to readiness, until it continues',
  async (t) => {
    const at = await scene(t)
    at.run()
    await at.writer.create()
    await at.caughtUp()
    const lines: string[] = []
    const lags = new Map<string, number>()
    const write = (_fields: object, line: string): void => void lines.push(line)
    const metrics = {
      batch() {},
      skipped() {},
      parked() {},
      halved() {},
      failed() {},
      diverged() {},
      lag: (name: string, milliseconds: number) => lags.set(name, milliseconds),
    }
    const stop = new AbortController()
    t.teardown(() => stop.abort())
    await at.pool.query(
      `update projections.checkpoints set updated_at = now() - interval '1 minute' where name = 'list'`,
    )
    const blocker = await at.pool.connect()
    await blocker.query(`begin; select from projections.checkpoints where name = 'list' for update`)
    const log = { debug() {}, info: write, warn: write, error: write }
    const watch = watchLag({ ...at, projections, signal: stop.signal, log, metrics })
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
