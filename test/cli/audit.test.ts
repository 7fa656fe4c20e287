import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openCli } from './ground.js'

const NOTES = 30
const COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'
const RESTORE = `truncate log.events; insert into log.events (${COLUMNS}) select ${COLUMNS} from public.kept`

t.test('the audit trail of an installation with notes in it', async (t) => {
  const { pool, ecmr, json, start, refuses } = await openCli(t)
  await json(`demo seed --notes ${NOTES} --seed 7`)
  await json('projections rebuild all')
  await pool.query('create table public.kept as table log.events')

  /** Does what only the owner of the table can do, since the log is append-only. It is undone after the test. */
  async function tamper(t: Test, statement: string) {
    await pool.query('alter table log.events disable trigger append_only')
    const { rows } = await pool.query(statement)
    t.teardown(() => pool.query(RESTORE))
    return rows
  }

  await t.test('an untouched log is proven, and every read model agrees with it', async (t) => {
    const { code, stdout, stderr } = await start('audit verify --json').ran
    t.same([code, stderr], [0, ''])
    const report = JSON.parse(stdout)
    // the notes, and the company that was made for them
    t.match(report, { ok: true, problems: [], streams: NOTES + 1 })
    t.match(report.witnesses, [{ position: report.head }, { position: report.head }])
    t.match((await ecmr('audit verify')).stdout, /^All \d+ events in 31 streams are as recorded/)
    t.match(await json('projections verify'), { ok: true, differing: 0 })
  })

  await t.test('the very event in which one byte was changed is named', async (t) => {
    const [event] = await tamper(
      t,
      `update log.events set data = replace(data::text, 'lenient', 'strict')::jsonb
       where position = (select max(position) from log.events where type = 'EcmrCreated' and data::text ~ 'lenient')
       returning stream, revision, type`,
    )
    const { code, stdout, stderr } = await start('audit verify --json').ran
    t.same([code, stderr], [1, 'error: The audit trail is not valid: 1 problem.\n'])
    const { problems } = JSON.parse(stdout)
    t.equal(problems.length, 1)
    t.match(problems, [{ problem: 'changed', ...event }])
    t.match(
      (await ecmr('audit verify')).stdout,
      `${event.stream} event ${event.revision} (EcmrCreated, recorded `,
    )
    const id = String(event.stream).slice('ecmr-'.length)
    await refuses(t, `audit export ${id} --verify`, /^error: Not exported\. ecmr-.* event 0 \(EcmrCreated/)
  })

  await t.test('a stream whose newest event was cut off is named, though its chain is whole', async (t) => {
    const [event] = await tamper(
      t,
      `with cut as (select stream, max(revision) as revision from log.events where type = 'EcmrSigned'
                    group by stream order by max(position) limit 1)
       delete from log.events e using cut where e.stream = cut.stream and e.revision >= cut.revision
       returning e.stream, cut.revision`,
    )
    const { code, stdout } = await ecmr('audit verify --json')
    t.equal(code, 1)
    const found: { stream: string; revision: number; detail: string }[] = JSON.parse(stdout).problems
    const cut = found.find(({ stream, revision, detail }) => {
      return stream === event.stream && revision === event.revision && /cut off/.test(detail)
    })
    t.ok(cut, stdout)
    const id = String(event.stream).slice('ecmr-'.length)
    const sentence = /^error: Not exported\. ecmr-.* cut off: the read model history has seen/
    await refuses(t, `audit export ${id} --verify`, sentence)
  })

  await t.test(
    'a data key that is lost, or destroyed though no erasure is on record, is named',
    async (t) => {
      await pool.query('create table public.kept_keys as table privacy.data_keys')
      t.teardown(() =>
        pool.query('truncate privacy.data_keys; insert into privacy.data_keys table public.kept_keys'),
      )
      const { rows } = await pool.query('select distinct note_id from privacy.data_keys order by 1 limit 2')
      const [lost, destroyed] = rows.map(({ note_id }) => note_id)
      await pool.query('delete from privacy.data_keys where note_id = $1', [lost])
      await pool.query('update privacy.data_keys set wrapped = null, erased_at = now() where note_id = $1', [
        destroyed,
      ])
      const { code, stdout } = await ecmr('audit verify --json')
      t.equal(code, 1)
      const { problems }: { problems: { stream: string; problem: string }[] } = JSON.parse(stdout)
      t.same(new Set(problems.map(({ problem }) => problem)), new Set(['data_key_missing']))
      t.same(new Set(problems.map(({ stream }) => stream)), new Set([`ecmr-${lost}`, `ecmr-${destroyed}`]))
      t.notMatch(stdout, /\$sealed|commitments/)
    },
  )

  await t.test('a log whose end was cut off is found', async (t) => {
    await tamper(t, 'delete from log.events where position > (select max(position) - 3 from log.events)')
    const { code, stdout } = await ecmr('audit verify --json')
    t.equal(code, 1)
    t.match(stdout, /the log ends at 0*\d+, but the read model (list|history) has seen it up to 0*\d+/)
  })

  await t.test('a read model that does not show what the log says is a problem of its own', async (t) => {
    await pool.query('delete from rm_list.notes where id = (select min(id::text)::uuid from rm_list.notes)')
    const { code, stdout } = await ecmr('audit verify --json')
    t.equal(code, 1)
    t.match(JSON.parse(stdout).problems, [{ problem: 'read_model_differs' }])
    t.equal((await ecmr('projections verify list')).code, 1)
    for (const line of ['projections rebuild list --drop-old', 'audit verify', 'projections verify list'])
      await json(line)
  })

  await t.test('one note’s history is exported by its number, one event on each line', async (t) => {
    const { rows } = await pool.query(
      `select substr(stream, 6) as id, metadata->>'ecmr_number' as number,
         count(*) over (partition by stream)::int as events
       from log.events where stream like 'ecmr-%' order by events desc limit 1`,
    )
    const { id, number, events } = rows[0]
    const file = join(t.testdir(), 'note.jsonl')
    const exported = await ecmr(`audit export ${String(number).toLowerCase()} --verify --out ${file}`)
    t.same(exported, { code: 0, stdout: '', stderr: '' })
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    t.equal(lines.length, events)
    t.match(JSON.parse(lines[0] ?? ''), {
      version: 1,
      type: 'EcmrCreated',
      by: /\(operator .*\)$/,
      data: { id },
      metadata: { prev_hash: null, hash: /^[0-9a-f]{64}$/ },
    })
    t.equal((await start(`audit export ${id}`).ran).stdout, await readFile(file, 'utf8'))
  })
})

t.test('what is made while the log takes nothing is shown, and gets into the log later', async (t) => {
  const { url, pool, ecmr, json } = await openCli(t, { tables: true })
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} set lock_timeout = 100`)
  const holder = await pool.connect()
  await holder.query("begin; select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))")

  const stderr =
    /^warning: The change was made but is not in the event log yet. A running service will write it there\./
  const made = await ecmr('companies create --name "Transportes Norte" --json')
  t.match(made, { code: 0, stderr })
  const { company } = JSON.parse(made.stdout)
  t.match(company, { name: 'Transportes Norte' })
  const key = await ecmr(`keys create --company ${company.id}`)
  t.match(key, { code: 0, stdout: /ecmr_live_\w{8}/, stderr })
  t.match(await json('audit pending'), { waiting: 2, set_aside: 0, changes: [] })

  await holder.query('rollback')
  holder.release()
  const revoked = await ecmr(`keys revoke ${/ecmr_live_(\w{8})/.exec(key.stdout)?.[1]}`)
  t.match(revoked, { code: 0, stderr: /^$/ })
  const { rows } = await pool.query('select type from log.events order by position')
  t.same(
    rows.map(({ type }) => type),
    ['CompanyRegistered', 'ApiKeyCreated', 'ApiKeyRevoked'],
  )
  t.match(
    (await ecmr('audit pending')).stdout,
    /^0 account changes are waiting, the oldest for 0 s\.\nNone are set aside\.\n$/,
  )
})

t.test('a change that the log cannot take is listed, and tried again when it is wanted', async (t) => {
  const { pool, ecmr, json, refuses } = await openCli(t, { tables: true })
  const id = '01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'
  const company = '01993f5a-7c1e-7b52-9f3e-000000000000'
  await pool.query(
    `insert into accounts.audit_outbox (id, company_id, type, data, actor, correlation_id)
     values ($1, $2, 'WebhookChanged', jsonb_build_object('secret', repeat('x', 2000000)),
             '{"kind":"operator","id":"test","name":"Test"}', 'test')`,
    [id, company],
  )
  await json('audit retry')
  const { stdout } = await ecmr('audit pending')
  t.match(stdout, new RegExp(`${id} +${company} +WebhookChanged +.*at most 1048576 can be recorded at once`))
  t.notMatch(stdout, /xxx/)
  const refused = await ecmr(`audit retry ${id}`)
  t.match(refused, { code: 1, stdout: 'Retried 1; 1 are set aside now.' })
  await refuses(t, `audit retry ${company}`, /Change ".*" is not set aside/)
  await pool.query(`update accounts.audit_outbox set data = '{}'`)
  t.match(await ecmr(`audit retry ${id}`), { code: 0, stdout: 'Retried 1; 0 are set aside now.\n' })
  t.same((await pool.query('select id from log.events')).rows, [{ id }])
})

t.test('a stream that cannot be applied is listed, tried again, and given up', async (t) => {
  const { pool, ecmr, json, refuses } = await openCli(t)
  await json('demo seed --notes 5 --created-only')
  await pool.query('alter table log.events disable trigger append_only')
  const { rows } = await pool.query(
    `update log.events e set data = '{}' from log.events former
     where e.position = (select max(position) from log.events) and former.position = e.position
     returning e.stream, former.data`,
  )
  const { stream, data } = rows[0]

  const rebuilt = await ecmr('projections rebuild list')
  t.match(rebuilt, { code: 0, stdout: /1 streams? (is|are) parked; see "ecmr projections parked list"/ })
  t.equal(rebuilt.stderr, '')
  const { parked } = await json('projections parked list')
  t.match(parked, [{ projection: 'list', stream, type: 'EcmrCreated', held: 1 }])

  const retry = `projections parked retry list ${stream}`
  const retried = await ecmr(retry)
  t.match(retried, { code: 1, stderr: new RegExp(`^error: ${stream} stays parked in list: `) })
  await pool.query('update log.events set data = $1 where stream = $2', [data, stream])
  await json(retry)
  t.match((await ecmr('projections parked list')).stdout, 'No streams are parked.')
  await json('projections verify list')
  await refuses(t, `projections parked skip list ${stream}`, /list has not parked/)
})
