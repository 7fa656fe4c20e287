import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  backupMetrics,
  keepBackups,
  lateBackup,
  noteNoSchedule,
  openBackups,
  placeRecords,
} from '@ecmr/backup'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { installation } from './ground.js'

const HOUR_MS = 3_600_000

/** Takes backups until the test ends; what is logged is kept. */
function keep(t: Test, options: Pick<Parameters<typeof keepBackups>[0], 'pool' | 'task'>) {
  const stop = new AbortController()
  const logged: string[] = []
  const registry = new Registry()
  const log = {
    info: (_fields: object, message: string) => void logged.push(message),
    error: (_fields: object, message: string) => void logged.push(message),
  }
  const metrics = backupMetrics(registry, options.pool)
  const ended = keepBackups({ ...options, everyMs: HOUR_MS, signal: stop.signal, log, metrics })
  t.teardown(async () => {
    stop.abort()
    await ended
  })
  return { logged, registry }
}

t.test('a backup is made when one is due, by one of two schedules, and old ones go', async (t) => {
  const { pool, task, place } = await installation(t)
  const first = keep(t, { pool, task })
  await until(() => first.logged.includes('a backup was made'), 'the first backup')
  const second = keep(t, { pool, task })
  const made = await openBackups(place, undefined)
  t.equal(made.all.length, 1)
  t.match(await placeRecords(pool), [{ place: place.label, every_ms: HOUR_MS, problem: null }])
  const figures = await first.registry.metrics()
  t.match(figures, 'ecmr_backups_total{outcome="made"} 1')
  t.match(figures, `ecmr_backup_every_seconds{place="${place.label}"} 3600`)
  t.match(figures, new RegExp(`ecmr_backup_age_seconds\\{place="${place.label}"\\} \\d`))
  t.same(second.logged, [], 'none is due, and so the second makes none')
})

t.test('two that begin at once make one', async (t) => {
  const { pool, task, place } = await installation(t)
  const both = [keep(t, { pool, task }), keep(t, { pool, task })]
  await until(() => both.some(({ logged }) => logged.length > 0), 'a backup')
  t.same(
    both.flatMap(({ logged }) => logged),
    ['a backup was made'],
  )
  t.equal((await openBackups(place, undefined)).all.length, 1)
})

t.test('a backup that cannot be made is told, counted and noted', async (t) => {
  const { pool, task } = await installation(t)
  const file = join(await emptyDirectory(t), 'file')
  await writeFile(file, '')
  const { logged, registry } = keep(t, { pool, task: { ...task, place: { kind: 'local', directory: file } } })
  await until(() => logged.includes('no backup was made'), 'the failure')
  t.match(await registry.metrics(), 'ecmr_backups_total{outcome="failed"} 1')
  await until(
    async () => (await placeRecords(pool)).some(({ problem }) => problem !== null),
    'the note of it',
  )
  t.match(await placeRecords(pool), [{ place: file, ok_at: null, problem: /cannot be used for backups/ }])
})

t.test('that none are scheduled is noted, though the database fails at first', async (t) => {
  const { pool, task, place } = await installation(t)
  const { logged } = keep(t, { pool, task })
  await until(() => logged.includes('a backup was made'), 'a backup')
  await pool.query('alter table backup.places rename to away')
  const warned: string[] = []
  const log = { warn: (_fields: object, message: string) => void warned.push(message) }
  const noted = noteNoSchedule(pool, { signal: new AbortController().signal, log })
  await until(() => warned.length > 0, 'the first try')
  await pool.query('alter table backup.away rename to places')
  await noted
  t.match(await placeRecords(pool), [{ place: place.label, every_ms: null }])
})

t.test('a backup is late when the newest is twice as old as it should ever be', async (t) => {
  const record = { place: '/b', since: new Date(), ok_at: new Date(), failed_at: null, problem: null }
  t.equal(lateBackup({ ...record, every_ms: HOUR_MS, age_ms: 2 * HOUR_MS }), undefined)
  t.equal(
    lateBackup({ ...record, every_ms: null, age_ms: 1_000 * HOUR_MS }),
    undefined,
    'nobody promised one',
  )
  const late = { ...record, every_ms: 24 * HOUR_MS, age_ms: 72 * HOUR_MS, problem: 'The disk is full.' }
  t.equal(
    lateBackup(late),
    'The newest backup in /b is 3 days old, and one is due every 24 h. The disk is full.',
  )
  t.match(lateBackup({ ...late, ok_at: null }), /^No backup has been made in \/b for 3 days/)
})
