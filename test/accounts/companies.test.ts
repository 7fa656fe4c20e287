import {
  AmbiguousCompanyName,
  addUser,
  createApiKey,
  createCompany,
  drainAuditOutbox,
  findCompany,
  listCompanies,
  migrateAccounts,
  revokeApiKey,
  setPlan,
  setPolicy,
} from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { operator } from '../support/api.js'
import { testDatabase } from '../support/database.js'
import { MemoryEventStore } from '../support/memory-event-store.js'

const pool = openPool({ url: await testDatabase(t), max: 4, name: 'test accounts' })
await Promise.all([migrateAccounts(pool), migrateAccounts(pool)])
t.teardown(() => pool.end())

t.test('a company is found by id and by name, and its plan and policy can change', async (t) => {
  const created = await createCompany(pool, { name: 'Aceites del Sur' }, operator)
  t.match(created, { name: 'Aceites del Sur', plan: 'free', policy: 'lenient' })
  t.same(await findCompany(pool, created.id), created)
  t.same(await findCompany(pool, 'ACEITES DEL SUR'), created)
  t.equal(await findCompany(pool, 'nobody'), undefined)
  t.match(await setPlan(pool, created.id, 'enterprise', operator), { plan: 'enterprise', policy: 'lenient' })
  t.match(await setPolicy(pool, created.id, 'strict', operator), { plan: 'enterprise', policy: 'strict' })
  t.equal(await setPlan(pool, '01990000-0000-7000-8000-000000000000', 'pro', operator), undefined)
  t.match(await listCompanies(pool), [{ id: created.id }])
})

t.test('two companies may be called the same; whoever means one of them says its id', async (t) => {
  const first = await createCompany(pool, { name: 'Citricos Jucar' }, operator)
  const second = await createCompany(pool, { name: 'CITRICOS JUCAR' }, operator)
  const error = await findCompany(pool, 'citricos jucar').catch((reason: unknown) => reason)
  t.ok(error instanceof AmbiguousCompanyName)
  t.match(error, {
    companies: [{ id: first.id }, { id: second.id }],
    message: `Several companies are called "citricos jucar": ${first.id}, ${second.id}. Name the one that is meant by its id.`,
  })
  t.same(await findCompany(pool, second.id), second)
})

t.test('every change reaches the company’s stream once, in order, without a secret', async (t) => {
  const store = new MemoryEventStore()
  await drainAuditOutbox(pool, store)
  const { id } = await createCompany(pool, { name: 'Frutas Levante' }, operator)
  await addUser(pool, { company_id: id, email: 'ana@example.com', name: 'Ana', role: 'owner' }, operator)
  const { clear, key } = await createApiKey(pool, { company_id: id, name: 'ERP' }, operator)
  await revokeApiKey(pool, key.id, operator)
  t.equal(await drainAuditOutbox(pool, store), 4)
  t.equal(await drainAuditOutbox(pool, store), 0)
  const events = await store.readStream(`company-${id}`)
  t.match(
    events.map(({ type }) => type),
    ['CompanyRegistered', 'UserAdded', 'ApiKeyCreated', 'ApiKeyRevoked'],
  )
  t.match(events[2], {
    data: { key_id: key.id, name: 'ERP' },
    metadata: { actor: { kind: 'operator', company_id: id } },
  })
  t.notOk(JSON.stringify(events).includes(clear.slice(20)))
  t.notMatch(JSON.stringify(events), /ana@example/)
})

t.test('a crash between the append and the deletion appends nothing twice', async (t) => {
  const store = new MemoryEventStore()
  const { id } = await createCompany(pool, { name: 'Vinos Rioja' }, operator)
  const { rows } = await pool.query('select * from accounts.audit_outbox')
  await drainAuditOutbox(pool, store)
  for (const row of rows) {
    await pool.query(
      `insert into accounts.audit_outbox (id, company_id, type, data, actor, correlation_id, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [row.id, row.company_id, row.type, row.data, row.actor, row.correlation_id, row.at],
    )
  }
  t.equal(await drainAuditOutbox(pool, store), rows.length)
  t.equal((await store.readStream(`company-${id}`)).length, 1)
})
