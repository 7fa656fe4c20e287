import {
  AmbiguousCompanyName,
  addUser,
  changeCompany,
  createApiKey,
  createCompany,
  drainAuditOutbox,
  findCompany,
  listCompanies,
  migrateAccounts,
  revokeApiKey,
  revokeCompanyKey,
  setPlan,
  setPolicy,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
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

t.test('two companies may have the same name; callers then select one by id', async (t) => {
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

t.test(
  'a company changes what it says about itself; the trail has values only of what is public',
  async (t) => {
    const [mine, other] = [
      await createCompany(pool, { name: 'Hielos Cantábrico' }, operator),
      await createCompany(pool, { name: 'Sales Torrevieja' }, operator),
    ]
    t.match(mine, { tax_id: null, address: null, city: null, country: null, time_zone: 'Europe/Madrid' })
    const details = { tax_id: 'B12345674', address: 'Calle Mayor 1', city: 'Gijón', phone: '+34 600 000 000' }
    const changes = {
      name: 'Hielos del Cantábrico',
      policy: 'strict',
      time_zone: 'Europe/Madrid',
      ...details,
    } as const
    const changed = await changeCompany(pool, actingFor(mine.id), changes, operator)
    t.match(changed, { ...changes, id: mine.id, plan: 'free' })
    t.same(await findCompany(pool, mine.id), changed)
    t.same(await findCompany(pool, other.id), other)
    const entries = async () =>
      (
        await pool.query(
          "select data from accounts.audit_outbox where company_id = $1 and type = 'CompanyChanged' order by seq",
          [mine.id],
        )
      ).rows
    const first = {
      fields: ['name', 'policy', 'tax_id', 'address', 'city', 'phone'],
      changes: {
        name: { old: 'Hielos Cantábrico', new: 'Hielos del Cantábrico' },
        policy: { old: 'lenient', new: 'strict' },
      },
    }
    t.same(await entries(), [{ data: first }])
    await changeCompany(pool, actingFor(mine.id), changes, operator)
    t.equal((await entries()).length, 1, 'what stays as it is changes nothing')
    await setPlan(pool, mine.id, 'pro', operator)
    t.same((await entries())[1], {
      data: { fields: ['plan'], changes: { plan: { old: 'free', new: 'pro' } } },
    })
    t.match(await changeCompany(pool, actingFor(mine.id), { phone: null }, operator), {
      phone: null,
      city: 'Gijón',
    })
  },
)

t.test('a company revokes its own keys only', async (t) => {
  const [mine, other] = [
    await createCompany(pool, { name: 'Maderas Soria' }, operator),
    await createCompany(pool, { name: 'Corchos Cáceres' }, operator),
  ]
  const { key } = await createApiKey(pool, { company_id: mine.id, name: 'ERP' }, operator)
  t.equal(await revokeCompanyKey(pool, actingFor(other.id), key.id, operator), false)
  t.equal(await revokeCompanyKey(pool, actingFor(mine.id), key.id, operator), true)
  t.equal(await revokeCompanyKey(pool, actingFor(mine.id), key.id, operator), false)
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
