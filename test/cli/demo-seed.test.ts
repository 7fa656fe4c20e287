import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { ecmrHere } from './ecmr-here.js'
import { against, runEcmr, startEcmr } from './run-ecmr.js'

const SEED = 'demo seed --notes 50 --seed 42 --until 2026-11-20T12:00:00Z --json'.split(' ')

/** Everything that was recorded about notes, without what is drawn anew each time. */
async function recorded(t: Test, url: string) {
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  const { rows } = await pool.query(`
    select stream, revision, id, type, recorded_at, data - 'ecmr_number' - 'company_id' as data from log.events
    where category = 'ecmr' order by stream, revision`)
  return rows
}

t.test('the same seed writes the same events, at the same instants', async (t) => {
  const urls = [await testDatabase(t), await testDatabase(t)] as const
  const seeded = [await ecmrHere(urls[0], ...SEED), await runEcmr(urls[1], ...SEED)]
  for (const { code, stdout, stderr } of seeded) {
    t.equal(code, 0, stderr)
    t.match(JSON.parse(stdout), { notes: 50, seed: 42, company: { plan: 'pro' } })
  }
  const [one, other] = [await recorded(t, urls[0]), await recorded(t, urls[1])]
  t.ok(one.length > 150)
  t.same(other, one)

  const backwards = one.filter(({ stream, recorded_at }, index) => {
    const before = one[index - 1]
    return before?.stream === stream && before?.recorded_at > recorded_at
  })
  t.same(backwards, [], 'time never runs backwards in a stream')

  const again = await ecmrHere(urls[0], ...SEED)
  t.equal(again.code, 1)
  t.equal(again.stderr, 'error: The notes of seed 42 have been written already; choose another --seed.\n')
})

t.test('with several companies the owner has to be named', async (t) => {
  const url = await testDatabase(t)
  for (const name of ['Norte', 'Sur']) await ecmrHere(url, 'companies', 'create', '--name', name)
  const unnamed = await ecmrHere(url, 'demo', 'seed', '--notes', '2')
  t.equal(unnamed.code, 1)
  t.equal(unnamed.stderr, 'error: There are several companies; say whose notes with --company.\n')
  const named = await ecmrHere(
    url,
    'demo',
    'seed',
    '--notes',
    '2',
    '--company',
    'sur',
    '--created-only',
    '--json',
  )
  t.match(JSON.parse(named.stdout), { company: { name: 'Sur' }, notes: 2, events: 2 })
})

t.test('Ctrl-C ends a long run with one sentence, and what was written is whole', async (t) => {
  const url = await testDatabase(t)
  t.equal((await ecmrHere(url, 'demo', 'seed', '--notes', '1')).code, 0)
  const { child, ran } = startEcmr(against(url), ['demo', 'seed', '--notes', '1000000'])
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  const events = async () => Number((await pool.query('select count(*) from log.events')).rows[0].count)
  const before = await events()
  while ((await events()) <= before && child.exitCode === null) await delay(20)
  child.kill('SIGINT')
  const { code, stderr } = await ran
  t.same([code, stderr], [1, 'error: Interrupted.\n'])
  t.equal((await ecmrHere(url, 'audit', 'verify')).code, 0)
})
