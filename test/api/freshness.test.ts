import t from 'tap'
import { buildTestApi } from '../support/api.js'

t.test('a read that cannot be fresh in time says so and still answers', async (t) => {
  const api = await buildTestApi(t)
  const { haulier } = api
  await haulier.create()
  const fresh = await haulier.call('GET', '/api/ecmrs')
  t.equal(fresh.headers['x-projection-lag'], undefined)
  await api.stopProjections()
  await haulier.create()
  const impatient = await api.another({ storeWaitMs: 500 })
  const stale = await impatient.haulier.call('GET', '/api/ecmrs')
  t.equal(stale.status, 200)
  t.ok(stale.headers['x-projection-lag'])
  t.equal(stale.headers['x-position'], fresh.headers['x-position'])
})

t.test('a read that names a position waits for it', async (t) => {
  const { haulier } = await buildTestApi(t)
  const { id } = await haulier.create()
  const changed = await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'NEW' })
  const position = changed.headers['x-position'] ?? ''
  const list = await haulier.call('GET', '/api/ecmrs?search=NEW', undefined, { 'x-min-position': position })
  t.ok((list.headers['x-position'] ?? '') >= position)
  t.match(list.json(), { pagination: { total: 1 } })
  const odd = await haulier.call('GET', '/api/ecmrs', undefined, { 'x-min-position': 'two words' })
  t.equal(odd.status, 400)
})

t.test('a change made through one api process is seen at once through another', async (t) => {
  const { haulier, another } = await buildTestApi(t)
  const elsewhere = (await another()).haulier
  for (let i = 0; i < 10; i++) {
    const { id, ecmr_number } = await haulier.create({ reference: `HERE-${i}` })
    t.match((await elsewhere.call('GET', `/api/ecmrs?search=HERE-${i}`)).json(), { data: [{ id }] })
    t.equal((await elsewhere.call('GET', `/api/tracking/${ecmr_number}`)).status, 200)
    t.equal((await elsewhere.call('GET', `/api/ecmrs/${ecmr_number}/events`)).status, 200)
  }
})
