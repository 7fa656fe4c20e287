import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'
import { ecmrHere } from './ecmr-here.js'

t.test('what is made while the log takes nothing is shown, and gets into the log later', async (t) => {
  const url = await databaseWithTables(t)
  const ecmr = (...args: readonly string[]) => ecmrHere(url, ...args)
  const pool = openPool({ url, max: 2, name: 'test' })
  t.teardown(() => pool.end())
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} set lock_timeout = 100`)
  const holder = await pool.connect()
  await holder.query("begin; select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))")

  const warning =
    /^warning: The change is made, but it is not in the event log yet; a running service writes it there\./
  const made = await ecmr('companies', 'create', '--name', 'Transportes Norte', '--json')
  t.equal(made.code, 0)
  t.match(made.stderr, warning)
  const { company } = JSON.parse(made.stdout)
  t.match(company, { name: 'Transportes Norte' })
  const key = await ecmr('keys', 'create', '--company', company.id)
  t.equal(key.code, 0)
  t.match(key.stdout, /ecmr_live_\w{8}/)
  t.match(key.stderr, warning)
  t.match(JSON.parse((await ecmr('audit', 'pending', '--json')).stdout), {
    waiting: 2,
    set_aside: 0,
    changes: [],
  })

  await holder.query('rollback')
  holder.release()
  const revoked = await ecmr('keys', 'revoke', /ecmr_live_(\w{8})/.exec(key.stdout)?.[1] ?? '')
  t.same([revoked.code, revoked.stderr], [0, ''])
  const { rows } = await pool.query('select type from log.events order by position')
  t.same(
    rows.map(({ type }) => type),
    ['CompanyRegistered', 'ApiKeyCreated', 'ApiKeyRevoked'],
  )
  t.match(
    (await ecmr('audit', 'pending')).stdout,
    /^0 account changes wait, the oldest for 0 s\.\nNone is set aside\.\n$/,
  )
})

t.test('a change that the log cannot take is listed, and tried again when it is wanted', async (t) => {
  const url = await databaseWithTables(t)
  const ecmr = (...args: readonly string[]) => ecmrHere(url, ...args)
  const pool = openPool({ url, max: 2, name: 'test' })
  t.teardown(() => pool.end())
  const id = '01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'
  const company = '01993f5a-7c1e-7b52-9f3e-000000000000'
  await pool.query(
    `insert into accounts.audit_outbox (id, company_id, type, data, actor, correlation_id)
     values ($1, $2, 'WebhookChanged', jsonb_build_object('secret', repeat('x', 2000000)),
             '{"kind":"operator","id":"test","name":"Test"}', 'test')`,
    [id, company],
  )
  t.equal((await ecmr('audit', 'retry')).code, 0, 'nothing was set aside before')
  const listed = await ecmr('audit', 'pending')
  t.match(
    listed.stdout,
    new RegExp(`${id} +${company} +WebhookChanged +.*at most 1048576 can be recorded at once`),
  )
  t.notMatch(listed.stdout, /xxx/)
  const refused = await ecmr('audit', 'retry', id)
  t.equal(refused.code, 1)
  t.match(refused.stdout, 'Tried 1 again; 1 are set aside now.')
  const unknown = await ecmr('audit', 'retry', company)
  t.match(unknown, { code: 1, stderr: /No change ".*" is set aside/ })
  await pool.query(`update accounts.audit_outbox set data = '{}'`)
  t.match(await ecmr('audit', 'retry', id), { code: 0, stdout: 'Tried 1 again; 0 are set aside now.\n' })
  t.same((await pool.query('select id from log.events')).rows, [{ id }])
})
