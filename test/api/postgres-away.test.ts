import { createExample } from '@ecmr/contract'
import pg from 'pg'
import t from 'tap'
import { type Answer, buildTestApi } from '../support/api.js'
import { until } from '../support/until.js'

t.test('while Postgres is away every route says so, and when it returns all goes on by itself', async (t) => {
  const { haulier, call, url } = await buildTestApi(t)
  const note = await haulier.create()
  const database = new URL(url).pathname.slice(1)
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  })
  await admin.connect()
  t.teardown(() => admin.end())
  const keepOut = async () => {
    await admin.query(`alter database ${database} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
  }
  const everything = (): Promise<readonly Answer[]> =>
    Promise.all([
      haulier.call('POST', '/api/ecmrs', createExample),
      haulier.call('POST', '/api/ecmrs', createExample, { 'idempotency-key': 'away-1' }),
      haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'away' }),
      haulier.call('GET', '/api/ecmrs'),
      haulier.call('GET', `/api/ecmrs/${note.id}`),
      haulier.call('GET', `/api/ecmrs/${note.id}/events`),
      haulier.call('GET', '/api/events'),
      call('GET', `/api/tracking/${note.ecmr_number}`),
      call('GET', '/api/health'),
    ])
  await keepOut()
  for (const answer of await everything()) t.equal(answer.status, 503, answer.text)
  // The first command may have been sent over a connection that was just ending, and then its outcome is unknown.
  for (const answer of (await everything()).slice(0, -1)) {
    t.match(answer.problem(), { code: 'unavailable', detail: /Nothing was recorded/ })
    t.ok(answer.headers['retry-after'])
  }
  await admin.query(`alter database ${database} allow_connections true`)
  const recovered = [201, 201, 200, 200, 200, 200, 200, 200, 200]
  await until(async () => {
    const statuses = (await everything()).map(({ status }) => status)
    return statuses.join() === recovered.join()
  }, 'every route to answer again')
})
