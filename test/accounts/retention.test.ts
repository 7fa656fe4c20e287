import {
  invite,
  keepAccountsTidy,
  listSessions,
  logIn,
  logInAs,
  openPendingLogin,
  pruneAccounts,
  requestReset,
} from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { operator } from '../support/api.js'
import { PLACE, people } from './people.js'

const { pool, person } = await people(t)
const NOTHING = {
  accounts: 0,
  sessions: 0,
  links: 0,
  pending_logins: 0,
  failed_logins: 0,
  oauth_requests: 0,
  oauth_tokens: 0,
  oauth_grants: 0,
  oauth_clients: 0,
}

t.test('sessions that have expired or were not used for a week are deleted', async (t) => {
  const { id } = await person()
  for (const agent of ['expired', 'idle', 'used']) await logInAs(pool, id, { ...PLACE, userAgent: agent })
  await pool.query("update accounts.sessions set expires_at = now() where user_agent = 'expired'")
  await pool.query(
    "update accounts.sessions set last_seen_at = now() - interval '7 days' where user_agent = 'idle'",
  )
  t.same(await pruneAccounts(pool), { ...NOTHING, sessions: 2 })
  t.match(await listSessions(pool, id), [{ user_agent: 'used' }])
})

t.test('links that have expired are deleted, whether they were followed or not', async (t) => {
  const [gone, user] = [await person(), await person()]
  const input = { email: 'eva@example.com', role: 'member', language: 'es' } as const
  await requestReset(pool, gone.email, operator)
  await requestReset(pool, gone.email, operator)
  await invite(pool, gone.company, input, gone.actor)
  await pool.query('update accounts.links set expires_at = now()')
  await requestReset(pool, user.email, operator)
  t.same(await pruneAccounts(pool), { ...NOTHING, links: 3 })
  t.same(await pruneAccounts(pool), NOTHING)
})

t.test('logins that waited too long for the second step are deleted', async (t) => {
  const { id } = await person()
  for (let logins = 0; logins < 2; logins += 1)
    await openPendingLogin(pool, { userId: id, provenBy: 'password' })
  await pool.query(
    'update accounts.pending_logins set expires_at = now() where ctid in (select min(ctid) from accounts.pending_logins)',
  )
  t.same(await pruneAccounts(pool), { ...NOTHING, pending_logins: 1 })
})

t.test('failures that count no more are deleted', async (t) => {
  const [forgotten, counted] = [await person(), await person()]
  const fail = (email: string, address: string) =>
    logIn(pool, { email, password: 'wrong', place: { ...PLACE, address } })
  await fail(forgotten.email, '192.0.2.1')
  await pool.query(
    "update accounts.failed_logins set last_at = now() - interval '25 hours', blocked_until = now()",
  )
  await fail(counted.email, '192.0.2.2')
  t.same(await pruneAccounts(pool), { ...NOTHING, failed_logins: 3 })
  t.same(await pruneAccounts(pool), NOTHING)
})

t.test('it goes on after a fault, and stops when it is asked to', { timeout: 120_000 }, async (t) => {
  const { id } = await person()
  const away = openPool({ url: 'postgres://127.0.0.1:1/none', max: 1, name: 'away' })
  t.teardown(() => away.end())
  const pauses = { soonMs: 1, everyMs: 1, afterFaultMs: 1 }
  for (const [database, level] of [
    [away, 'error'],
    [pool, 'info'],
  ] as const) {
    await logInAs(pool, id, PLACE)
    await pool.query('update accounts.sessions set expires_at = now()')
    const stop = new AbortController()
    const messages: string[] = []
    const log = {
      info: (fields: object) => messages.push(`info ${JSON.stringify(fields)}`),
      error: () => messages.push('error'),
    }
    const tidy = keepAccountsTidy({ pool: database, signal: stop.signal, log, pauses })
    while (messages.length < (level === 'error' ? 2 : 1)) await new Promise(setImmediate)
    stop.abort()
    await tidy
    t.ok(messages.every((message) => message.startsWith(level)))
  }
})
