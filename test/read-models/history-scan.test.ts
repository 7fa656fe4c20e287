import { randomUUID } from 'node:crypto'
import { openPool } from '@ecmr/postgres'
import { historyPosition, migrateReadModels, readHistoryEvents, scanHistory } from '@ecmr/read-models'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'

const ALL = { from: null, after: null, since: null, until: null, looks: 100, most: 100 } as const
const at = (n: number): string => String(n).padStart(16, '0')
const minute = (n: number): Date => new Date(Date.UTC(2026, 2, 1, 8, n))

async function emptyHistory(t: Test): Promise<Pool> {
  const pool = openPool({ url: await testDatabase(t), max: 2, name: 'history scan test' })
  t.teardown(() => pool.end())
  await migrateReadModels(pool)
  return pool
}

/** A history of so many events, recorded a minute apart: A, B, A, B …, every third one of another company. */
async function history(t: Test, count: number): Promise<Pool> {
  const pool = await emptyHistory(t)
  await pool.query(
    `insert into rm_history.events
       (position, ecmr_id, company_id, revision, type, event_id, recorded_at, data, metadata)
     select lpad(n::text, 16, '0'), gen_random_uuid(), case when n % 3 = 0 then 'theirs' else 'ours' end, 0,
       case when n % 2 = 0 then 'A' else 'B' end, gen_random_uuid(),
       '2026-03-01T08:00:00Z'::timestamptz + n * interval '1 minute',
       json_build_object('n', n), json_build_object('company_id', 'x')
     from generate_series(1, $1::int) n`,
    [count],
  )
  return pool
}

t.test('a scan finds events by company, type and position, in the order of the log', async (t) => {
  const pool = await history(t, 12)
  const scan = await scanHistory(pool, { ...ALL, company: 'ours', upTo: at(12), types: ['A'] })
  t.strictSame(
    scan.found.map(({ recorded_at }) => recorded_at),
    [2, 4, 8, 10].map(minute),
  )
  t.match(scan, { scanned: 8, reached: { position: at(11), recorded_at: minute(11) }, isEnd: true })
})

t.test('where it begins is included or not, as asked; where it ends is included', async (t) => {
  const pool = await history(t, 12)
  const positionsOf = async (asked: object): Promise<readonly number[]> => {
    const types = ['A', 'B']
    const scan = await scanHistory(pool, { ...ALL, company: 'ours', upTo: at(12), types, ...asked })
    return scan.found.map(({ recorded_at }) => recorded_at.getUTCMinutes())
  }
  t.strictSame(await positionsOf({ from: at(4), upTo: at(8) }), [4, 5, 7, 8])
  t.strictSame(await positionsOf({ after: at(4), upTo: at(8) }), [5, 7, 8])
  t.strictSame(await positionsOf({ from: at(4), after: at(7), upTo: at(8) }), [8])
  t.strictSame(await positionsOf({ since: minute(7), until: minute(10) }), [7, 8])
})

t.test('pages follow each other without a gap, however they are bounded', async (t) => {
  const pool = await history(t, 60)
  for (const bounds of [
    { looks: 1, most: 1 },
    { looks: 7, most: 3 },
    { looks: 7, most: 100 },
    { looks: 100, most: 1 },
    { looks: 40, most: 20 },
    { looks: 100, most: 20 },
  ]) {
    const found: number[] = []
    let scanned = 0
    let after: string | null = null
    for (let isEnd = false; !isEnd; ) {
      const asked = { ...ALL, ...bounds, company: 'ours', upTo: at(60), types: ['A'], after }
      const scan = await scanHistory(pool, asked)
      found.push(
        ...scan.found.map(({ recorded_at }) => (recorded_at.getTime() - minute(0).getTime()) / 60_000),
      )
      t.ok(scan.scanned <= bounds.looks && scan.found.length <= bounds.most, JSON.stringify(bounds))
      scanned += scan.scanned
      isEnd = scan.isEnd
      after = scan.reached?.position ?? after
    }
    const wanted = Array.from({ length: 60 }, (_, n) => n + 1).filter((n) => n % 2 === 0 && n % 3 !== 0)
    t.strictSame({ found, scanned }, { found: wanted, scanned: 40 }, JSON.stringify(bounds))
  }
})

t.test('a scan that finds nothing says how far it has looked', async (t) => {
  const pool = await history(t, 12)
  const none = await scanHistory(pool, { ...ALL, company: 'ours', upTo: at(12), types: ['C'], looks: 5 })
  t.strictSame(none, {
    found: [],
    scanned: 5,
    reached: { position: at(7), recorded_at: minute(7) },
    isEnd: false,
  })
  const beyond = { ...ALL, company: 'ours', upTo: at(12), types: ['A'], after: at(12) }
  t.strictSame(await scanHistory(pool, beyond), { found: [], scanned: 0, reached: null, isEnd: true })
})

t.test('events are read as they were recorded, in the order asked for', async (t) => {
  const pool = await history(t, 12)
  const { found } = await scanHistory(pool, { ...ALL, company: 'ours', upTo: at(12), types: ['A'] })
  const unknown = { ecmr_id: randomUUID(), revision: 0 }
  const read = await readHistoryEvents(pool, [...found, unknown].reverse())
  t.strictSame(
    read.map(({ data }) => data.n),
    [10, 8, 4, 2],
  )
  const [first] = [...read].reverse()
  t.strictSame(first, {
    id: found[0]?.id,
    type: 'A',
    stream: `ecmr-${found[0]?.ecmr_id}`,
    revision: 0,
    position: at(2),
    data: { n: 2 },
    metadata: { company_id: 'x' },
  })
})

t.test('how far the history has come is its checkpoint', async (t) => {
  const pool = await emptyHistory(t)
  t.equal(await historyPosition(pool), '')
  await pool.query(`update projections.checkpoints set position = $1 where name = 'history'`, [at(3)])
  t.equal(await historyPosition(pool), at(3))
})
