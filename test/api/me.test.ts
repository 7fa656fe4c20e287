import { createApiKey } from '@ecmr/accounts'
import { meView } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi, operator } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const api = await buildTestApi(t)
const { haulier, pool } = api

t.test('a program learns whose key it has and what it may do, and nothing secret', async (t) => {
  const answer = await haulier.call('GET', '/api/me')
  t.equal(answer.status, 200)
  const me = asPromised(meView, answer.json())
  const { id, name, plan, policy, time_zone } = haulier.company
  t.match(me, { livemode: true, company: { id, name, plan, policy, time_zone }, limits: { webhooks: 20 } })
  const about = { company_id: id, name: 'tests', livemode: false }
  const { clear } = await createApiKey(pool, about, operator)
  const test = await api.call('GET', '/api/me', undefined, { 'x-api-key': clear })
  t.match(test.json(), { livemode: false, key: { name: 'tests' }, company: me.company })
  t.notOk(answer.text.includes(haulier.key.slice(-20)))
  t.equal((await api.call('GET', '/api/me')).status, 401)
})

t.test('any scope will do, and is said', async (t) => {
  const expires_at = new Date(Date.now() + 3_600_000)
  const about = {
    company_id: haulier.company.id,
    name: 'only webhooks',
    scopes: ['webhooks'],
    expires_at,
  } as const
  const { clear } = await createApiKey(pool, about, operator)
  const answer = await api.call('GET', '/api/me', undefined, { 'x-api-key': clear })
  t.match(answer.json(), {
    key: { name: 'only webhooks', scopes: ['webhooks'], expires_at: expires_at.toISOString() },
  })
})

t.test('a key that may write may also try out what it would write', async (t) => {
  const key = async (scopes: readonly ['ecmrs:write'] | readonly ['ocr']) =>
    (await createApiKey(pool, { company_id: haulier.company.id, name: 'x', scopes }, operator)).clear
  const validate = async (clear: string) =>
    api.call('POST', '/api/ecmrs/validate', {}, { 'x-api-key': clear })
  t.equal((await validate(await key(['ecmrs:write']))).status, 200)
  t.match((await validate(await key(['ocr']))).problem(), {
    status: 403,
    detail: 'This needs a key with the scope ecmrs:read or ecmrs:write.',
  })
})
