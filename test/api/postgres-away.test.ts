import { createExample } from '@ecmr/contract'
import pg from 'pg'
import t from 'tap'
import { type Answer, buildTestApi } from '../support/api.js'

const RECOVERED_WITHIN_MS = 5_000

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
  const away = await everything()
  for (const answer of away) t.equal(answer.status, 503, answer.text)
  for (const answer of away.slice(0, -1)) {
    t.match(answer.problem(), { code: 'unavailable', detail: /Nothing was recorded/ })
    t.ok(answer.headers['retry-after'])
  }
  await admin.query(`alter database ${database} allow_connections true`)
  const returned = performance.now()
  let statuses: readonly number[] = []
  while (statuses.some((status) => status >= 300) || statuses.length === 0) {
    statuses = (await everything()).map(({ status }) => status)
    if (performance.now() - returned > 4 * RECOVERED_WITHIN_MS) break
  }
  t.same(statuses, [201, 201, 200, 200, 200, 200, 200, 200, 200])
  t.ok(performance.now() - returned < RECOVERED_WITHIN_MS)
})
