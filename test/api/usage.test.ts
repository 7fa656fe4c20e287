import { setStorageQuota, storageGuard } from '@ecmr/accounts'
import { commandHandler } from '@ecmr/application'
import { createExample, usageView } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi, operator, type TestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const api = await buildTestApi(t, withGuard)
const { haulier, rival, pool } = api

function withGuard({ pool: db, recorded, dataKeys }: Pick<TestApi, 'pool' | 'recorded' | 'dataKeys'>) {
  const storage = storageGuard({ pool: db })
  const { admit } = storage
  return { storage, admit, commands: commandHandler({ store: recorded, keys: dataKeys, admit }) }
}

/** The haulier at a process that has just started and knows the usage of no company yet. */
const freshProcess = async () => (await api.another(withGuard(api))).haulier

t.test('a company sees what it has used, and what it may use', async (t) => {
  const usage = async () => asPromised(usageView, (await rival.call('GET', '/api/usage')).json())
  const storage = { bytes: 0, limit: 1024 ** 3, is_warning: false }
  t.match(await usage(), { plan: 'free', notes: 0, events: 0, storage })
  const { id } = await rival.create()
  await rival.call('PATCH', `/api/ecmrs/${id}`, { reference: 'more' })
  const after = await usage()
  t.match(after, { notes: 1, events: 2, limits: { note: { events: 1_000, incidents: 100 } } })
  t.ok(after.storage.bytes > 1_000 && after.storage.bytes < 10_000, `${after.storage.bytes} bytes`)
  const issued = JSON.parse((await rival.call('POST', `/api/ecmrs/${id}/documents`)).text)
  const { storage: withFile } = await usage()
  const added = withFile.bytes - after.storage.bytes
  t.ok(added > issued.bytes && added < issued.bytes + 5_000, `${added} bytes with a file of ${issued.bytes}`)
})

t.test('when the storage is used up, what ends a note is recorded and nothing else', async (t) => {
  const { id } = await haulier.create()
  const other = await haulier.create()
  await haulier.call('POST', `/api/ecmrs/${id}/incidents`, { type: 'delay', description: 'late' })
  const [incident] = (await haulier.call('GET', `/api/ecmrs/${id}`)).record().incidents
  t.match((await haulier.call('GET', '/api/usage')).json(), { notes: 2 })
  await setStorageQuota(pool, haulier.company.id, 1_000, operator)
  const late = await freshProcess()
  const key = { 'idempotency-key': 'once' }
  const refused = await late.call('POST', '/api/ecmrs', createExample, key)
  t.match(refused.problem(), { status: 403, code: 'quota_exceeded', detail: /ask the operator/ })
  const signature = { role: 'sender', signer_name: 'Ana', method: 'typed' }
  for (const [method, path, body] of [
    ['PATCH', `/api/ecmrs/${other.id}`, { reference: 'x' }],
    ['POST', `/api/ecmrs/${other.id}/signatures`, signature],
    ['POST', `/api/ecmrs/${other.id}/reservations`, { by: 'sender', grounds: 'wet' }],
    ['POST', `/api/ecmrs/${other.id}/incidents`, { type: 'delay', description: 'late' }],
  ] as const) {
    const answer = await late.call(method, path, body)
    t.match(answer.problem(), { status: 403, code: 'quota_exceeded' }, path)
  }
  const documents = `/api/ecmrs/${other.id}/documents`
  t.equal((await late.call('POST', documents)).status, 201, 'the document that a lorry needs')
  const further = await late.call('POST', documents, { reason: 'a clearer copy' })
  t.match(further.problem(), { status: 403, code: 'quota_exceeded' })
  const resolution = `/api/ecmrs/${id}/incidents/${incident?.incident_id}/resolution`
  t.equal((await late.call('POST', resolution, { outcome: 'continue' })).status, 201)
  const delivered = await late.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
  t.equal(delivered.status, 200)
  t.match(delivered.headers['x-storage-warning'], /% of the storage is used/)
  t.equal((await late.call('POST', `/api/ecmrs/${other.id}/cancellation`, { reason: 'sold' })).status, 201)

  await setStorageQuota(pool, haulier.company.id, null, operator)
  const again = await (await freshProcess()).call('POST', '/api/ecmrs', createExample, key)
  t.equal(again.status, 201, 'the same request may be made again once there is room')
  t.notOk(again.headers['x-storage-warning'])
})

t.test('what is on record is answered again although the storage is used up', async (t) => {
  const key = { 'idempotency-key': 'recorded' }
  const first = await (await freshProcess()).call('POST', '/api/ecmrs', createExample, key)
  await setStorageQuota(pool, haulier.company.id, 1, operator)
  const repeated = await (await freshProcess()).call('POST', '/api/ecmrs', createExample, key)
  t.equal(repeated.status, 201)
  t.equal(repeated.record().id, first.record().id)
  await setStorageQuota(pool, haulier.company.id, null, operator)
})

t.test('what the operator agrees is in the audit trail', async (t) => {
  const { rows } = await pool.query(
    `select data from accounts.audit_outbox where company_id = $1 and type = 'CompanyChanged' order by seq limit 1`,
    [haulier.company.id],
  )
  t.match(rows[0]?.data, { changes: { storage_quota: { old: null, new: 1_000 } } })
})

t.test('each company may write so much a minute, whatever it writes it with', async (t) => {
  const small = await api.another({ limits: { perKey: 10, perAddress: 1e6 } })
  const goods_items = Array.from({ length: 200 }, () => ({ description: 'x'.repeat(1_000) }))
  const write = (customer: typeof haulier) => customer.call('POST', '/api/ecmrs/validate', { goods_items })
  for (let n = 0; n < 5; n++) t.equal((await write(small.haulier)).status, 200)
  const refused = await write(small.haulier)
  t.match(refused.problem(), { status: 429, code: 'rate_limited', detail: /1 MiB a minute/ })
  t.ok(Number(refused.headers['retry-after']) > 0)
  t.equal((await write(small.rival)).status, 200)
})
