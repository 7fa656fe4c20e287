import { randomUUID } from 'node:crypto'
import {
  apiKeyAuthenticator,
  createApiKey,
  createApiKeyOnce,
  createCompany,
  listApiKeys,
  migrateAccounts,
  revokeApiKey,
  setPlan,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { operator } from '../support/api.js'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'

const pool = openPool({ url: await testDatabase(t), max: 4, name: 'test accounts' })
await migrateAccounts(pool)
const company = await createCompany(pool, { name: 'Transportes Ebro', plan: 'pro' }, operator)
const newKey = async (more: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  createApiKey(pool, { company_id: company.id, name: 'TMS', ...more }, operator)
const keys = apiKeyAuthenticator({ pool })
t.teardown(async () => {
  await keys.close()
  await pool.end()
})

t.test('a key has its documented form and tells who is calling', async (t) => {
  const { clear, key } = await newKey({ scopes: ['ecmrs:read', 'webhooks'] })
  t.match(clear, /^ecmr_live_[0-9a-z]{8}_[0-9A-Za-z]{49}$/)
  t.equal(clear.split('_')[2], key.id)
  t.match(await keys.authenticate(clear), {
    keyId: key.id,
    keyName: 'TMS',
    company: company.id,
    plan: 'pro',
    policy: 'lenient',
    scopes: new Set(['ecmrs:read', 'webhooks']),
  })
})

t.test('the secret is stored as a hash only', async (t) => {
  const { clear } = await newKey()
  const { rows } = await pool.query('select (k.*)::text as row from accounts.api_keys k')
  const audited = await pool.query('select (a.*)::text as row from accounts.audit_outbox a')
  const secret = clear.split('_')[3] ?? ''
  for (const { row } of [...rows, ...audited.rows]) t.notOk(row.includes(secret.slice(0, 20)))
})

t.test('a key with one character changed anywhere is none', async (t) => {
  const { clear } = await newKey()
  for (let at = 0; at < clear.length; at++) {
    const changed = clear.slice(0, at) + (clear[at] === 'a' ? 'b' : 'a') + clear.slice(at + 1)
    t.equal(await keys.authenticate(changed), undefined, `changed at ${at}`)
  }
})

t.test('a malformed key is refused without asking the database', async (t) => {
  const away = openPool({ url: 'postgres://127.0.0.1:1/none', max: 1, name: 'away' })
  const offline = apiKeyAuthenticator({ pool: away })
  const { clear } = await newKey()
  t.equal(await offline.authenticate(clear.slice(0, -1) + (clear.endsWith('0') ? '1' : '0')), undefined)
  await t.rejects(offline.authenticate(clear), 'a good one cannot be judged without it')
  await away.end()
})

t.test('an expired key is none', async (t) => {
  let now = new Date('2026-11-01T00:00:00Z')
  const timed = apiKeyAuthenticator({ pool, clock: () => now })
  const { clear } = await newKey({ expires_at: new Date('2026-11-02T00:00:00Z') })
  t.ok(await timed.authenticate(clear))
  now = new Date('2026-11-02T00:00:00Z')
  t.equal(await timed.authenticate(clear), undefined)
  await timed.close()
})

t.test('a revoked key is soon refused by a process that used it all the time', async (t) => {
  const { clear, key } = await newKey()
  t.ok(await keys.authenticate(clear))
  t.equal(await revokeApiKey(pool, key.id, operator), true)
  t.equal(await revokeApiKey(pool, key.id, operator), false, 'once is enough')
  await until(async () => !(await keys.authenticate(clear)), 'that the key is refused')
  t.match(await listApiKeys(pool, actingFor(company.id)), [
    {},
    {},
    {},
    {},
    {},
    { id: key.id, revoked_at: String },
  ])
})

t.test('a key that is unknown now is found once it exists', async (t) => {
  const { clear, key } = await newKey()
  await pool.query('update accounts.api_keys set revoked_at = now() where id = $1', [key.id])
  t.equal(await keys.authenticate(clear), undefined)
  await pool.query('update accounts.api_keys set revoked_at = null where id = $1', [key.id])
  await until(async () => (await keys.authenticate(clear)) !== undefined, 'that the key is found')
})

t.test('busy keys cost a few queries a second, and a change of plan shows', async (t) => {
  const { clear } = await newKey()
  let queries = 0
  const counting = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') queries += 1
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const counted = apiKeyAuthenticator({ pool: counting })
  const started = performance.now()
  let calls = 0
  await setPlan(pool, company.id, 'enterprise', operator)
  while (calls < 100 || performance.now() - started < 1_000) {
    calls += (await counted.authenticate(clear)) === undefined ? 0 : 1
    await new Promise(setImmediate)
  }
  const seconds = (performance.now() - started) / 1_000
  t.ok(queries <= 3 + seconds, `${queries} queries for ${calls} calls in ${seconds} s`)
  t.match(await counted.authenticate(clear), { plan: 'enterprise' })
  await counted.close()
})

t.test('writing the time of last use does not delay callers', async (t) => {
  const at = new Date('2026-11-20T10:00:00Z')
  const timed = apiKeyAuthenticator({ pool, clock: () => at })
  const { clear, key } = await newKey()
  await timed.authenticate(clear)
  await timed.close()
  const found = (await listApiKeys(pool, actingFor(company.id))).find(({ id }) => id === key.id)
  t.equal(found?.last_used_at, at.toISOString())
})

t.test('a company has a hundred keys that work, however many are asked for at once', async (t) => {
  const { id } = await createCompany(pool, { name: 'Transportes Tajo' }, operator)
  const make = (more: object = {}) => createApiKey(pool, { company_id: id, name: 'TMS', ...more }, operator)
  const past = await make({ expires_at: new Date(Date.now() - 1_000) })
  const made = await Promise.allSettled(Array.from({ length: 104 }, () => make()))
  const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  t.equal(refused.length, 4)
  for (const error of refused) t.match(error, { name: 'TooManyApiKeys', message: /at most 100 keys/ })
  const keys = await listApiKeys(pool, actingFor(id))
  t.equal(keys.length, 101, 'expired ones do not count')
  const [commandId, input] = [randomUUID(), { company_id: id, name: 'TMS' }]
  t.same(await createApiKeyOnce(pool, commandId, input, operator), { ok: false, reason: 'too_many' })
  await revokeApiKey(pool, keys.find((key) => key.id !== past.key.id)?.id ?? '', operator)
  t.match(await createApiKeyOnce(pool, commandId, input, operator), { ok: true })
  t.same(await createApiKeyOnce(pool, commandId, input, operator), { ok: false, reason: 'made_before' })
  t.ok(await newKey(), 'other companies are not concerned')
})
