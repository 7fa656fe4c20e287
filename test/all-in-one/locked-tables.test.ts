import { createExample } from '@ecmr/contract'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { newCustomer } from '../processes/customer.js'
import { emptyDataDir } from '../support/data-dir.js'
import { testDatabase } from '../support/database.js'
import { startService, stopService } from './service.js'

const LOCKED = [
  'rm_list.notes',
  'rm_tracking.shipments',
  'accounts.sessions',
  'oauth.access_tokens',
  'api.idempotency_keys',
]

t.test('a request for locked rows is rejected within seconds, and may be retried', async (t) => {
  const url = await testDatabase(t)
  const env = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) }
  const service = await startService(t, { dataDir: await emptyDataDir(t), env })
  const customer = await newCustomer(url)
  t.equal((await customer.create(service.url)).status, 201)
  const pool = openPool({ url, max: 1, name: 'holder of locks' })
  t.teardown(() => pool.end())
  const holder = await pool.connect()
  await holder.query(`begin; lock table ${LOCKED} in access exclusive mode`)
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}, body?: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return {
      path,
      status: answer.status,
      again: answer.headers.get('retry-after'),
      text: await answer.text(),
    }
  }
  const key = { 'x-api-key': customer.key }
  const answers = await Promise.all([
    ask('/api/ecmrs', key),
    ask('/api/ecmrs?search=sevilla', key),
    ask('/api/tracking/ECMR-2026-7F3K9QZ2M-X'),
    ask('/api/ecmrs', { ...key, 'idempotency-key': 'once' }, createExample),
    ask('/ecmrs', { cookie: `ecmr-session=${'A'.repeat(43)}` }),
    ask(
      '/mcp',
      { authorization: `Bearer ecmr_at_${'A'.repeat(43)}` },
      { jsonrpc: '2.0', id: 1, method: 'ping' },
    ),
  ])
  await holder.query('rollback')
  holder.release()
  for (const { path, status, again, text } of answers) {
    t.equal(status, 503, `${path}: ${text.slice(0, 300)}`)
    t.match(again, /^\d+$/, path)
  }
  t.equal((await ask('/api/ecmrs', key)).status, 200)
  t.equal(await stopService(service), 0)
})
