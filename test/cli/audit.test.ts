import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { ecmrHere } from './ecmr-here.js'
import { runEcmr } from './run-ecmr.js'

const NOTES = 30
const COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'
const RESTORE = `truncate log.events; insert into log.events (${COLUMNS}) select ${COLUMNS} from public.kept`

t.test('the audit trail of an installation with notes in it', async (t) => {
  const url = await testDatabase(t)
  const ecmr = (...args: readonly string[]) => ecmrHere(url, ...args)
  for (const line of [`demo seed --notes ${NOTES} --seed 7`, 'projections rebuild all']) {
    const { code, stderr } = await ecmr(...line.split(' '))
    t.equal(code, 0, stderr)
  }
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  await pool.query('create table public.kept as table log.events')

  /** Does what only the owner of the table can do, since the log is append-only. It is undone after the test. */
  async function tamper(t: Test, statement: string) {
    await pool.query('alter table log.events disable trigger append_only')
    const { rows } = await pool.query(statement)
    t.teardown(() => pool.query(RESTORE))
    return rows
  }

  await t.test('an untouched log is proven, and every read model agrees with it', async (t) => {
    const { code, stdout, stderr } = await runEcmr(url, 'audit', 'verify', '--json')
    t.same([code, stderr], [0, ''])
    const report = JSON.parse(stdout)
    // the notes, and the company that was made for them
    t.match(report, { ok: true, problems: [], streams: NOTES + 1 })
    t.match(report.witnesses, [{ position: report.head }, { position: report.head }])
    t.match((await ecmr('audit', 'verify')).stdout, /^All \d+ events in 31 streams are as they were recorded/)

    const compared = await ecmr('projections', 'verify', '--json')
    t.equal(compared.code, 0, compared.stderr)
    t.match(JSON.parse(compared.stdout), { ok: true, differing: 0 })
  })

  await t.test('the very event in which one byte was changed is named', async (t) => {
    const [event] = await tamper(
      t,
      `update log.events set data = replace(data::text, 'Polígono', 'Poligono')::jsonb
       where position = (select max(position) from log.events where type = 'EcmrCreated' and data::text ~ 'Polígono')
       returning stream, revision, type`,
    )
    const { code, stdout, stderr } = await runEcmr(url, 'audit', 'verify', '--json')
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

  await t.test('a stream whose newest event was cut off is named, though its chain is whole', async (t) => {
    const [event] = await tamper(
      t,
      `with cut as (select stream, max(revision) as revision from log.events where type = 'EcmrSigned'
                    group by stream order by max(position) limit 1)
       delete from log.events e using cut where e.stream = cut.stream and e.revision >= cut.revision
       returning e.stream, cut.revision`,
    )
    const { code, stdout } = await ecmr('audit', 'verify', '--json')
    t.equal(code, 1)
    const found: { stream: string; revision: number; detail: string }[] = JSON.parse(stdout).problems
    const cut = found.find(({ stream, revision, detail }) => {
      return stream === event.stream && revision === event.revision && /cut off/.test(detail)
    })
    t.ok(cut, stdout)
    const exported = await ecmr('audit', 'export', String(event.stream).slice('ecmr-'.length), '--verify')
    t.equal(exported.code, 1)
    t.match(exported.stderr, /^error: Not exported\. ecmr-.* cut off: the read model history has seen/)
  })

  await t.test('a log whose end was cut off is found', async (t) => {
    await tamper(t, 'delete from log.events where position > (select max(position) - 3 from log.events)')
    const { code, stdout } = await ecmr('audit', 'verify', '--json')
    t.equal(code, 1)
    t.match(stdout, /the log ends at 0*\d+, but the read model (list|history) has seen it up to 0*\d+/)
  })

  await t.test('a read model that does not show what the log says is a problem of its own', async (t) => {
    await pool.query('delete from rm_list.notes where id = (select min(id::text)::uuid from rm_list.notes)')
    const { code, stdout } = await ecmr('audit', 'verify', '--json')
    t.equal(code, 1)
    t.match(JSON.parse(stdout).problems, [{ problem: 'read_model_differs' }])
    t.equal((await ecmr('projections', 'verify', 'list')).code, 1)

    t.equal((await ecmr('projections', 'rebuild', 'list', '--drop-old')).code, 0)
    t.equal((await ecmr('audit', 'verify')).code, 0)
    t.equal((await ecmr('projections', 'verify', 'list')).code, 0)
  })

  await t.test('one note’s history is exported by its number, one event on each line', async (t) => {
    const { rows } = await pool.query(
      `select substr(stream, 6) as id, metadata->>'ecmr_number' as number,
         count(*) over (partition by stream)::int as events
       from log.events where stream like 'ecmr-%' order by events desc limit 1`,
    )
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
    t.equal((await runEcmr(url, 'audit', 'export', id)).stdout, await readFile(file, 'utf8'))
  })
})
