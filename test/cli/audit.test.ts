import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { runEcmr } from './run-ecmr.js'

/** An installation with notes in it, their read models up to date. */
async function seeded(t: Test, notes: number) {
  const url = await testDatabase(t)
  const ecmr = (...args: readonly string[]) => runEcmr(url, ...args)
  for (const line of [`demo seed --notes ${notes} --seed 7`, 'projections rebuild all']) {
    const { code, stderr } = await ecmr(...line.split(' '))
    t.equal(code, 0, stderr)
  }
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  /** What nobody but the owner of the table can do: the log is append-only. */
  const tamper = async (statement: string) => {
    await pool.query('alter table log.events disable trigger append_only')
    const { rows } = await pool.query(statement)
    return rows
  }
  return { ecmr, pool, tamper }
}

t.test('an untouched log is proven, and every read model agrees with it', async (t) => {
  const { ecmr } = await seeded(t, 50)
  const { code, stdout, stderr } = await ecmr('audit', 'verify', '--json')
  t.same([code, stderr], [0, ''])
  const report = JSON.parse(stdout)
  // fifty notes, and the company that was made for them
  t.match(report, { ok: true, problems: [], streams: 51 })
  t.match(report.witnesses, [{ position: report.head }, { position: report.head }])
  t.match((await ecmr('audit', 'verify')).stdout, /^All \d+ events in 51 streams are as they were recorded/)

  const compared = await ecmr('projections', 'verify', '--json')
  t.equal(compared.code, 0, compared.stderr)
  t.match(JSON.parse(compared.stdout), { ok: true, differing: 0 })
})

t.test('the very event in which one byte was changed is named', async (t) => {
  const { ecmr, tamper } = await seeded(t, 20)
  const [event] = await tamper(`
    update log.events set data = replace(data::text, 'Polígono', 'Poligono')::jsonb
    where position = (select max(position) from log.events where type = 'EcmrCreated' and data::text ~ 'Polígono')
    returning stream, revision, type`)
  const { code, stdout, stderr } = await ecmr('audit', 'verify', '--json')
  t.equal(code, 1)
  t.equal(stderr, 'error: The audit trail does not hold: 1 problem.\n')
  const { problems } = JSON.parse(stdout)
  t.equal(problems.length, 1)
  t.match(problems, [{ problem: 'changed', ...event }])
  t.match(
    (await ecmr('audit', 'verify')).stdout,
    `${event.stream} event ${event.revision} (EcmrCreated, recorded `,
  )

  const exported = await ecmr('audit', 'export', String(event.stream).slice('ecmr-'.length), '--verify')
  t.same([exported.code, exported.stdout], [1, ''])
  t.match(exported.stderr, /^error: Not exported\. ecmr-.* event 0 \(EcmrCreated/)
})

t.test('a stream whose newest event was cut off is named, though its chain is whole', async (t) => {
  const { ecmr, tamper } = await seeded(t, 20)
  const [event] = await tamper(`
    with cut as (select stream, max(revision) as revision from log.events where type = 'EcmrSigned'
      group by stream order by max(position) limit 1)
    delete from log.events e using cut where e.stream = cut.stream and e.revision >= cut.revision
    returning e.stream, cut.revision`)
  const { code, stdout } = await ecmr('audit', 'verify', '--json')
  t.equal(code, 1)
  const found: { stream: string; revision: number; detail: string }[] = JSON.parse(stdout).problems
  const cut = found.find(({ stream, revision, detail }) => {
    return stream === event.stream && revision === event.revision && /cut off/.test(detail)
  })
  t.ok(cut, stdout)
})

t.test('a log whose end was cut off is found', async (t) => {
  const { ecmr, tamper } = await seeded(t, 20)
  await tamper('delete from log.events where position > (select max(position) - 3 from log.events)')
  const { code, stdout } = await ecmr('audit', 'verify', '--json')
  t.equal(code, 1)
  t.match(stdout, /the log ends at 0*\d+, but the read model (list|history) has seen it up to 0*\d+/)
})

t.test('a read model that does not show what the log says is a problem of its own', async (t) => {
  const { ecmr, pool } = await seeded(t, 20)
  await pool.query('delete from rm_list.notes where id = (select min(id::text)::uuid from rm_list.notes)')
  const { code, stdout } = await ecmr('audit', 'verify', '--json')
  t.equal(code, 1)
  t.match(JSON.parse(stdout).problems, [{ problem: 'read_model_differs' }])
  t.equal((await ecmr('projections', 'verify', 'list')).code, 1)

  t.equal((await ecmr('projections', 'rebuild', 'list', '--drop-old')).code, 0)
  t.equal((await ecmr('audit', 'verify')).code, 0)
  t.equal((await ecmr('projections', 'verify', 'list')).code, 0)
})

t.test('one note’s history is exported by its number, one event on each line', async (t) => {
  const { ecmr, pool } = await seeded(t, 20)
  const { rows } = await pool.query(`
    select substr(stream, 6) as id, metadata->>'ecmr_number' as number, count(*) over (partition by stream)::int as events
    from log.events where stream like 'ecmr-%' order by events desc limit 1`)
  const { id, number, events } = rows[0]
  const file = join(t.testdir(), 'note.jsonl')
  const exported = await ecmr('audit', 'export', String(number).toLowerCase(), '--verify', '--out', file)
  t.same([exported.code, exported.stdout], [0, ''], exported.stderr)
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  t.equal(lines.length, events)
  t.match(JSON.parse(lines[0] ?? ''), {
    version: 1,
    type: 'EcmrCreated',
    by: /\(operator .*\)$/,
    data: { id },
    metadata: { prev_hash: null, hash: /^[0-9a-f]{64}$/ },
  })
  t.equal((await ecmr('audit', 'export', id)).stdout, await readFile(file, 'utf8'))
})
