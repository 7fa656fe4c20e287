import { companyUsage, createApiKey, listApiKeys } from '@ecmr/accounts'
import { numberPool } from '@ecmr/application'
import { batchAnswer, createExample } from '@ecmr/contract'
import { accountOf, isTestNumber, testCompanyOf } from '@ecmr/domain'
import { verifyProof } from '@ecmr/evidence/verifier'
import t from 'tap'
import { cmrFields } from '../domain/facts.js'
import { unpacked } from '../evidence/attacks/edited.js'
import { buildTestApi, type Customer, operator } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { inputIn } from '../support/document-files.js'
import { memoryEvidence } from '../support/memory-evidence.js'
import { describedBy } from '../support/openapi.js'

const evidence = memoryEvidence(() => api.store)
const api = await buildTestApi(t, () => ({ evidence }))
const { haulier: live } = api
const { operations, contradictions } = await describedBy(api)
const made = await createApiKey(
  api.pool,
  { company_id: live.company.id, name: 'staging', livemode: false },
  operator,
)
const test = api.customer(live.company, made.clear)
const testCompany = testCompanyOf(live.company.id)

t.test('a test note is one of its own kind, wherever it shows', async (t) => {
  const created = await test.call('POST', '/api/ecmrs', createExample)
  const note = created.record()
  t.match(note.ecmr_number, /^ECMR-TEST-[0-9A-Z]{9}-[0-9A-Z]$/)
  t.match(note, { livemode: false, compliance: { not_legal: /ningún efecto legal/ } })
  const inEnglish = { 'accept-language': 'en' }
  const read = (
    await test.call('GET', `/api/ecmrs/${note.ecmr_number.toLowerCase()}`, undefined, inEnglish)
  ).record()
  t.match(read, { id: note.id, compliance: { not_legal: /no legal effect/ } })
  const tracked = await api.call('GET', `/api/tracking/${note.ecmr_number}`)
  t.same(contradictions('GET', `/api/tracking/${note.ecmr_number}`, tracked), [])
  t.match(tracked.json(), { livemode: false, ecmr_number: note.ecmr_number })
  const [event] = await api.store.readStream(`ecmr-${note.id}`)
  t.match(event, { data: { company_id: testCompany }, metadata: { company_id: testCompany } })

  const real = await live.create()
  t.match(real, { livemode: true })
  t.notOk(isTestNumber(real.ecmr_number))
  t.notOk('not_legal' in real.compliance)
  t.match((await api.call('GET', `/api/tracking/${real.ecmr_number}`)).json(), { livemode: true })
})

t.test('a trial of a creation says that it is one of a test', async (t) => {
  const validated = await test.call('POST', '/api/ecmrs/validate', createExample)
  t.match(validated.json(), { compliance: { not_legal: /prueba/ } })
  const body = { items: [createExample], dry_run: true }
  const { results } = asPromised(batchAnswer, (await test.call('POST', '/api/ecmrs/batch', body)).json())
  t.match(results, [{ compliance: { not_legal: /prueba/ } }])
  t.notMatch((await live.call('POST', '/api/ecmrs/validate', createExample)).text, /not_legal/)
})

t.test(
  'documents of a test note are made of a record that says so, also those of several notes',
  async (t) => {
    const note = await test.create(cmrFields)
    t.equal((await test.call('POST', `/api/ecmrs/${note.id}/documents`)).status, 201)
    const { text } = await test.call('GET', `/api/ecmrs/${note.id}/documents/1.pdf`)
    t.match(inputIn(text).notes, [{ record: { livemode: false } }])
    const mailed = await test.call('POST', `/api/ecmrs/${note.id}/documents/1/send`, {
      to: ['a@example.com'],
    })
    t.match(mailed.problem(), { status: 409, code: 'test_note' })
  },
)

t.test('the proof of a test note says that it is one, and is verified as such', async (t) => {
  const note = await test.create()
  const { rawPayload, statusCode } = await api.app.inject({
    url: `/api/ecmrs/${note.id}/proof?language=fr`,
    headers: { 'x-api-key': made.clear },
  })
  t.equal(statusCode, 200)
  t.match(await verifyProof(new Uint8Array(rawPayload), { keys: (await evidence.keys()).log }), { ok: true })
  const readMe = unpacked(rawPayload).get('README.txt')?.toString()
  t.match(readMe, /Ceci est un ESSAI/)
  t.match(readMe, /This is a TEST/)
})

/** One of everything, and what tells that an answer knows of it. */
async function oneOfEverything(by: Customer, name: string) {
  const note = await by.create({ reference: name, goods_description: name })
  const incident = { type: 'delay', description: name }
  await by.call('POST', `/api/ecmrs/${note.id}/documents`)
  const delayed = (await by.call('POST', `/api/ecmrs/${note.id}/incidents`, incident)).record()
  const hook = { url: 'http://127.0.0.1:9/hooks', events: ['ecmr.created'], description: name }
  const webhook = Object(JSON.parse((await by.call('POST', '/api/webhooks', hook)).text)).id
  const since = '2026-01-01T00:00:00Z'
  const replay = Object(
    JSON.parse((await by.call('POST', `/api/webhooks/${webhook}/replay`, { since })).text),
  ).id
  const incident_id = delayed.incidents[0]?.incident_id ?? ''
  const traces = new RegExp([name, note.id, note.ecmr_number, webhook, replay].join('|'))
  return { note, webhook, replay, incident_id, traces }
}

const BODIES: Readonly<Record<string, unknown>> = {
  updateEcmr: { reference: 'x' },
  putEcmr: { reference: 'x' },
  signEcmr: { role: 'sender', signer_name: 'X', method: 'typed' },
  inviteSigner: { role: 'receiver', name: 'X' },
  reportEcmrIncident: { type: 'other', description: 'x' },
  resolveEcmrIncident: { outcome: 'continue' },
  recordEcmrReservation: { by: 'sender', grounds: 'x' },
  changeEcmrVehicle: { vehicle_plate: '9999 XYZ', reason: 'x' },
  revertEcmrDelivery: { reason: 'x' },
  cancelEcmr: { reason: 'x' },
  sendEcmrDocument: { to: ['a@example.com'] },
  shareEcmrDocument: { for: 'counterparty' },
  shareEcmr: { company: 'c-0123456789ab', access: 'read' },
  withdrawEcmrAttachment: { reason: 'x' },
  changeParty: { reference: 'x' },
  changeDriver: { reference: 'x' },
  changeVehicle: { reference: 'x' },
  changeTemplate: { reference: 'x' },
  changeWebhook: { description: 'x' },
  replayWebhook: { since: '2026-01-01T00:00:00Z' },
  createEcmr: createExample,
  createEcmrBatch: { items: [createExample] },
  validateEcmr: createExample,
  registerWebhook: { url: 'http://127.0.0.1:9/x', events: ['ecmr.created'] },
}

t.test('no route shows one mode anything of the other, or lets it change that', async (t) => {
  const things = [
    { ...(await oneOfEverything(live, 'REALMENTE')), owner: live, other: test },
    { ...(await oneOfEverything(test, 'SIMULADO')), owner: test, other: live },
  ]
  const keyed = operations.filter(({ operation }) => !('security' in operation))
  t.ok(keyed.length >= 40, `${keyed.length} operations`)
  for (const { note, webhook, replay, incident_id, traces, owner, other } of things) {
    const before = await owner.call('GET', `/api/ecmrs/${note.id}`)
    const hooks = await owner.call('GET', '/api/webhooks')
    const usage = await companyUsage(api.pool, other === test ? live.company.id : testCompany)
    for (const id of [note.id, note.ecmr_number])
      for (const { method, path, operation } of keyed) {
        const filled = path
          .replace('{incident_id}', incident_id)
          .replace(/\{(invitation|share|attachment)_id\}/, incident_id)
          .replace('{replay_id}', replay)
          .replace('{delivery_id}', replay)
          .replace('{n}', '1')
          .replace('{id}', path.startsWith('/api/webhooks') ? webhook : id)
        const isList = !path.includes('{')
        const query = method === 'get' && path === '/api/ecmrs' ? `?search=${note.ecmr_number}` : ''
        const joint = { ecmr_ids: [note.id, note.id.replace(/^./, '0')] }
        const body =
          operation.operationId === 'issueJointDocument' ? joint : BODIES[operation.operationId ?? '']
        const verb = asMethod(method)
        const answer = await other.call(verb, `${filled}${query}`, body, { 'if-match': '"9"' })
        const what = `${method} ${path}`
        // What was asked for may be named again in the answer.
        const said = query === '' && !isJoint(operation) ? answer.text : answer.text.replaceAll(note.id, '')
        t.notMatch(said, traces, what)
        t.ok(answer.status < 500 || operation.operationId === 'readDocument', `${what}: ${answer.status}`)
        if (!isList) t.equal(answer.status, 404, what)
      }
    t.equal((await owner.call('GET', `/api/ecmrs/${note.id}`)).text, before.text, 'the note is untouched')
    t.equal((await owner.call('GET', '/api/webhooks')).text, hooks.text, 'so is the webhook')
    t.ok(usage !== undefined)
  }
  const { rows } = await api.pool.query(
    `select count(distinct data->>'reference')::int as n from rm_history.events where company_id = $1
       and data::text like '%SIMULADO%'`,
    [live.company.id],
  )
  t.same(rows, [{ n: 0 }])
})

const isJoint = ({ operationId }: { readonly operationId?: string }) => operationId === 'issueJointDocument'

function asMethod(text: string): Parameters<Customer['call']>[0] {
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const method = known.find((each) => each === text.toUpperCase())
  if (method === undefined) throw new Error(text)
  return method
}

t.test('tests use nothing of what the company may use', async (t) => {
  const before = await companyUsage(api.pool, live.company.id)
  await test.create()
  await test.call('GET', '/api/ecmrs')
  t.same(await companyUsage(api.pool, live.company.id), before)
  const used = JSON.parse((await test.call('GET', '/api/usage')).text)
  t.match(used, { plan: 'free', storage: { limit: 1024 ** 3 } })
  t.ok(used.notes > 0)
  await api.pool.query('update accounts.companies set storage_quota = 0 where id = $1', [live.company.id])
  t.equal((await companyUsage(api.pool, live.company.id))?.storage.limit, 0)
  t.equal((await companyUsage(api.pool, testCompany))?.storage.limit, 1024 ** 3)
  await api.pool.query('update accounts.companies set storage_quota = null where id = $1', [live.company.id])
})

t.test('idempotency keys of the modes have nothing to do with each other', async (t) => {
  const key = { 'idempotency-key': 'both modes' }
  const ids = [live, test].map(
    async (by) => (await by.call('POST', '/api/ecmrs', createExample, key)).record().id,
  )
  const [one, other] = await Promise.all(ids)
  t.not(one, other)
})

t.test('events that test keys cause name them, and histories show their names', async (t) => {
  const note = await test.create()
  t.match((await test.call('GET', `/api/ecmrs/${note.id}/events`)).json(), {
    data: [{ actor: { kind: 'api_key', id: made.key.id, name: 'staging' } }],
  })
})

t.test('a key that is renamed to the other mode is none', async (t) => {
  for (const [key, to] of [
    [live.key, live.key.replace('_live_', '_test_')],
    [made.clear, made.clear.replace('_test_', '_live_')],
  ] as const) {
    t.not(key, to)
    t.equal((await api.customer(live.company, to).call('GET', '/api/ecmrs')).status, 401)
  }
})

t.test('keys of both modes belong to the company', async (t) => {
  const listed = await listApiKeys(api.pool, testCompany)
  t.same(listed, await listApiKeys(api.pool, accountOf(testCompany)))
  t.same(
    listed.map(({ livemode }) => livemode),
    [true, false],
  )
  const { rows } = await api.pool.query(
    `select company_id, data->'livemode' as livemode from accounts.audit_outbox where type = 'ApiKeyCreated'
       and data->>'key_id' = $1`,
    [made.key.id],
  )
  t.same(rows, [{ company_id: live.company.id, livemode: false }])
})

t.test('numbers of tests and of real notes never meet', async (t) => {
  const numbers = numberPool({ pool: api.pool, blockSize: 4 })
  for (let at = 0; at < 6; at++) {
    t.ok(isTestNumber(await numbers.next({ isTest: true })))
    t.notOk(isTestNumber(await numbers.next()))
  }
})
