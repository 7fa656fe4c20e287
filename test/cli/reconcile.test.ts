import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type EventStore, openEventStore, type RecordedEvent, seenOf } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { removeNewest } from '../event-store/restore-older.js'
import { testDatabase } from '../support/database.js'
import { ecmrHere } from './ecmr-here.js'
import type { Ran } from './run-ecmr.js'

interface Installation {
  readonly pool: Pool
  readonly store: EventStore
  readonly file: string
  ecmr(line: string): Promise<Ran>
  /** a command that must succeed, as JSON */
  json(line: string): Promise<Record<string, unknown>>
}

/** Notes, read models of them, and followers that stand at the end of the log. */
async function installation(t: Test): Promise<Installation> {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 2, name: 'test' })
  const ecmr = (line: string): Promise<Ran> => ecmrHere(url, ...line.split(' '))
  const json = async (line: string): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await ecmr(`${line} --json`)
    if (code !== 0) throw new Error(`${line}: ${stderr}`)
    return JSON.parse(stdout)
  }
  await json('demo seed --notes 12 --seed 7')
  const store = await openEventStore({ kind: 'postgres', url })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  await json('projections rebuild all')
  const last = (await logAfter(store, '')).at(-1)
  if (!last) throw new Error('nothing was written')
  await standAt(pool, 'relay', last)
  await standAt(pool, 'notifier', last)
  return { pool, store, ecmr, json, file: join(t.testdir(), 'gone.jsonl') }
}

async function standAt(pool: Pool, name: string, event: RecordedEvent): Promise<void> {
  await pool.query('insert into broker.checkpoints (name, position, seen) values ($1, $2, $3)', [
    name,
    event.position,
    JSON.stringify(seenOf(event)),
  ])
}

const isNote = ({ stream }: { readonly stream: string }): boolean => stream.startsWith('ecmr-')

t.test('after a restore from an older copy webhooks and the broker go on from the fork', async (t) => {
  const at = await installation(t)
  const { pool, store, ecmr, json, file } = at
  const before = await logAfter(store, '')
  const head = await store.head()
  await pool.query(
    `insert into webhooks.endpoints (id, company_id, url, events, status, follows_from, created_at, updated_at)
     values (gen_random_uuid(), 'c', 'https://example.com', '{}', 'active', $1, now(), now())`,
    [head],
  )
  t.match(await json('store reconcile'), { agrees: true, gone: 0, file: null })

  await removeNewest(pool, 9)
  const lost = before.slice(-9).filter(isNote)
  const fork = before.slice(0, -9).filter(isNote).at(-1)
  // More than were lost are written since, beyond all places.
  await json('demo seed --notes 12 --seed 8')

  await t.test('a rebuild is refused before what was lost is known', async (t) => {
    const { code, stderr } = await ecmr('projections rebuild all')
    t.equal(code, 1)
    t.match(stderr, /Run "ecmr store reconcile" first/)
  })

  await t.test('a dry run says what there is to do, and changes nothing', async (t) => {
    const report = await json(`store reconcile --dry-run --out ${file}`)
    t.match(report, {
      agrees: false,
      fork: fork?.position,
      gone: lost.length,
      file: null,
      moved: { followers: ['notifier', 'relay'] },
      read_models: ['list', 'tracking', 'history'],
      dry_run: true,
    })
    await t.rejects(stat(file))
    const { rows } = await pool.query('select distinct position from broker.checkpoints')
    t.strictSame(rows, [{ position: head }])
  })

  await t.test('a file that cannot be written stops it before anything is changed', async (t) => {
    const { code, stderr } = await ecmr('store reconcile --out /nowhere/gone.jsonl')
    t.equal(code, 1)
    t.match(stderr, /could not be written to \/nowhere\/gone\.jsonl .* nothing was changed/)
    const { rows } = await pool.query('select distinct position from broker.checkpoints')
    t.strictSame(rows, [{ position: head }])
  })

  await t.test('and so does a name that is taken by something else than a file', async (t) => {
    const { code, stderr } = await ecmr(`store reconcile --out ${dirname(file)}`)
    t.equal(code, 1)
    t.match(stderr, /is not a regular file; nothing was changed/)
  })

  await t.test('it writes what was lost, and moves all places to the fork', async (t) => {
    const report = await json(`store reconcile --out ${file}`)
    t.match(report, {
      fork: fork?.position,
      gone: lost.length,
      file,
      moved: { followers: ['notifier', 'relay'], webhooks: 1 },
    })
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const written: { id: string; ecmr_number: string; company_id: string }[] = lines.map((line) =>
      JSON.parse(line),
    )
    t.same(new Set(written.map(({ id }) => id)), new Set(lost.map(({ id }) => id)))
    t.equal(written.length, lost.length)
    t.ok(written.every(({ ecmr_number, company_id }) => ecmr_number && company_id))
    t.equal((await stat(file)).mode & 0o777, 0o600)
    const { rows } = await pool.query('select name, position, seen from broker.checkpoints order by name')
    const place = { position: fork?.position, seen: fork && seenOf(fork) }
    t.strictSame(rows, [
      { name: 'notifier', ...place },
      { name: 'relay', ...place },
    ])
    const endpoints = await pool.query('select follows_from from webhooks.endpoints')
    t.strictSame(endpoints.rows, [{ follows_from: fork?.position }])
  })

  await t.test('a second run moves no service, and after the rebuild there is nothing to do', async (t) => {
    const again = await ecmr(`store reconcile --out ${file}`)
    t.match(again.stdout, /Moved back there: no service that publishes events/)
    t.match(again.stdout, /Now run "ecmr projections rebuild all": list, tracking, history stand still/)
    await json('projections rebuild all')
    t.match(await json('projections verify all'), { ok: true })
    t.match((await ecmr('store reconcile')).stdout, /^The log holds all that was made of it/)
    t.match(await json('audit verify'), { ok: true })
  })
})

t.test('read models that were behind the log name the fork as well', async (t) => {
  const { pool, store, json, file } = await installation(t)
  const seen = (await logAfter(store, '')).filter(isNote).at(-1)
  await json('demo seed --notes 12 --seed 8')
  const last = (await logAfter(store, '')).at(-1)
  if (!last) throw new Error('nothing was written')
  await pool.query('delete from broker.checkpoints')
  await standAt(pool, 'relay', last)
  await removeNewest(pool, 5)
  const report = await json(`store reconcile --out ${file}`)
  t.match(report, { fork: seen?.position, gone: 0, file: null, moved: { followers: ['relay'] } })
})

t.test('without read models the operator says from where to go on', async (t) => {
  const { pool, store, ecmr, json, file } = await installation(t)
  const events = await logAfter(store, '')
  await removeNewest(pool, 5)
  const position = events.at(-20)?.position
  t.match(await json(`store reconcile --position ${position} --out ${file}`), { fork: position })
  const { rows } = await pool.query('select distinct position, seen from broker.checkpoints')
  t.strictSame(rows, [{ position, seen: null }])
  t.match((await ecmr(`store reconcile --position ${events.at(-1)?.position}`)).stderr, /does not go as far/)
})
