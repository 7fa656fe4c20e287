import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type EventStore, openEventStore, type RecordedEvent, seenOf } from '@ecmr/event-store'
import { projections } from '@ecmr/read-models'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { removeNewest } from '../event-store/restore-older.js'
import { openCli } from './ground.js'

const readModels = projections.map(({ name }) => name)

/** Notes, read models of them, and followers that stand at the end of the log. */
async function installation(t: Test) {
  const cli = await openCli(t)
  await cli.json('demo seed --notes 12 --seed 7')
  const store = await openEventStore({ kind: 'postgres', url: cli.url })
  t.teardown(() => store.close())
  await cli.json('projections rebuild all')
  const last = await newest(store)
  for (const name of ['relay', 'notifier']) await standAt(cli.pool, name, last)
  return { ...cli, store, file: join(t.testdir(), 'gone.jsonl') }
}

async function newest(store: EventStore): Promise<RecordedEvent> {
  const last = (await logAfter(store, '')).at(-1)
  if (last) return last
  throw new Error('nothing was written')
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
  const { pool, store, ecmr, json, refuses, file } = await installation(t)
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

  await t.test('a rebuild is refused; a dry run says what there is to do, and changes nothing', async (t) => {
    await refuses(t, 'projections rebuild all', /Run "ecmr store reconcile" first/)
    const report = await json(`store reconcile --dry-run --out ${file}`)
    t.match(report, {
      agrees: false,
      fork: fork?.position,
      gone: lost.length,
      file: null,
      moved: { followers: ['notifier', 'relay'] },
      read_models: readModels,
      dry_run: true,
    })
    await t.rejects(stat(file))
    const { rows } = await pool.query('select distinct position from broker.checkpoints')
    t.strictSame(rows, [{ position: head }])
  })

  await t.test('a file that cannot be written stops it before anything is changed', async (t) => {
    const cannot = /could not be written to \/nowhere\/gone\.jsonl .*\. Nothing was changed\./
    await refuses(t, 'store reconcile --out /nowhere/gone.jsonl', cannot)
    const noFile = /is not a regular file\. Nothing was changed\./
    await refuses(t, `store reconcile --out ${dirname(file)}`, noFile)
    const { rows } = await pool.query('select distinct position from broker.checkpoints')
    t.strictSame(rows, [{ position: head }])
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
    t.match(
      again.stdout,
      `Now run "ecmr projections rebuild all": ${readModels.join(', ')} will not be updated`,
    )
    await json('projections rebuild all')
    t.match(await json('projections verify all'), { ok: true })
    t.match((await ecmr('store reconcile')).stdout, /^The log and the read models agree/)
    t.match(await json('audit verify'), { ok: true })
  })
})

t.test('read models that were behind the log name the fork as well', async (t) => {
  const { pool, store, json, file } = await installation(t)
  const seen = (await logAfter(store, '')).filter(isNote).at(-1)
  await json('demo seed --notes 12 --seed 8')
  await pool.query('delete from broker.checkpoints')
  await standAt(pool, 'relay', await newest(store))
  await removeNewest(pool, 5)
  const report = await json(`store reconcile --out ${file}`)
  t.match(report, { fork: seen?.position, gone: 0, file: null, moved: { followers: ['relay'] } })
})

t.test('without read models the operator says from where to go on', async (t) => {
  const { pool, store, json, refuses, file } = await installation(t)
  const events = await logAfter(store, '')
  await removeNewest(pool, 5)
  const position = events.at(-20)?.position
  t.match(await json(`store reconcile --position ${position} --out ${file}`), { fork: position })
  const { rows } = await pool.query('select distinct position, seen from broker.checkpoints')
  t.strictSame(rows, [{ position, seen: null }])
  await refuses(t, `store reconcile --position ${events.at(-1)?.position}`, /The log ends before \d{16}\./)
})
