import { openPool } from '@ecmr/postgres'
import { type RunnerMetrics, runProjections } from '@ecmr/projections'
import { listProjection, projections } from '@ecmr/read-models'
import t from 'tap'
import { equalsReplay, type Scene, scene } from './running.js'

const metrics: RunnerMetrics = {
  batch() {},
  skipped() {},
  parked() {},
  diverged() {},
  halved() {},
  failed() {},
  lag() {},
}

/** Runs work beside projections that end before the scene does. */
async function running(
  at: Scene,
  options: Partial<Parameters<typeof runProjections>[0]>,
  work: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const ended = runProjections({ projections, ...at, ...options, signal: stop.signal })
  try {
    await work()
  } finally {
    stop.abort()
    await ended
  }
}

t.test('batches of large events hold some megabytes, whichever side is slow', async (t) => {
  const at = await scene(t)
  const text = 'x'.repeat(900_000)
  // Of a type that only the history reads: it must not block other projections.
  for (let n = 0; n < 20; n++) await at.writer.sendRaw(await at.writer.create(), 'PictureTaken', { text })
  const batches: number[] = []
  await running(at, { metrics: { ...metrics, batch: (_projection, events) => batches.push(events) } }, () =>
    at.caughtUp(),
  )
  t.ok(Math.max(...batches) <= 10, `${Math.max(...batches)} events at once, half of them large`)
  t.equal(
    batches.reduce((sum, events) => sum + events, 0),
    3 * 40,
  )
  await equalsReplay(t, at)
})

t.test('a batch that takes too long to write is written in halves, counted and reported', async (t) => {
  const at = await scene(t)
  for (let n = 0; n < 20; n++) await at.writer.create()
  const pool = openPool({ url: at.url, max: 4, name: 'impatient', timeoutMs: 500 })
  t.teardown(() => pool.end())
  const slow: typeof listProjection = {
    ...listProjection,
    async store(db, schema, changes) {
      if (changes.length > 5) await db.query('select pg_sleep(60)')
      await listProjection.store(db, schema, changes)
    },
  }
  const halved: string[] = []
  const lines: string[] = []
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (_fields: object, line: string) => lines.push(line),
  }
  const others = projections.filter(({ name }) => name !== 'list')
  await running(
    at,
    {
      projections: [slow, ...others],
      pool,
      log,
      metrics: { ...metrics, halved: (name) => halved.push(name) },
    },
    () => at.caughtUp(),
  )
  t.strictSame(new Set(halved), new Set(['list']))
  t.ok(lines.includes('a batch takes too long to write; written in halves'))
  await equalsReplay(t, at)
})
