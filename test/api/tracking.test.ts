import { randomBytes } from 'node:crypto'
import { trackingView } from '@ecmr/contract'
import { ecmrNumber } from '@ecmr/domain'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { until } from '../support/until.js'

const { haulier, call } = await buildTestApi(t)

t.test('with the number the status of the shipment is public, and nothing about its owner', async (t) => {
  const secrets = {
    sender_company_name: 'GEHEIM sender',
    sender_address: 'GEHEIM street',
    receiver_company_name: 'GEHEIM receiver',
    goods_description: 'GEHEIM goods',
    vehicle_plate: 'GEHEIM 1',
    driver_name: 'GEHEIM driver',
    reference: 'GEHEIM ref',
  }
  const { id, ecmr_number } = await haulier.create({
    ...secrets,
    delivery_city: 'Toulouse',
    delivery_date: '2026-12-03',
  })
  const signature = { role: 'carrier', signer_name: 'GEHEIM signer', method: 'typed' }
  await haulier.call('POST', `/api/ecmrs/${id}/signatures`, signature)
  await haulier.call('POST', `/api/ecmrs/${id}/incidents`, { type: 'delay', description: 'GEHEIM incident' })
  const answer = await call('GET', `/api/tracking/${ecmr_number}`, undefined, { 'accept-language': 'en' })
  t.equal(answer.status, 200)
  t.match(asPromised(trackingView, answer.json()), {
    ecmr_number,
    status: 'incident',
    status_label: 'Incident',
    cancelled: false,
    incident_open: true,
    pickup_city: 'Sevilla',
    delivery_city: 'Toulouse',
    delivery_date: '2026-12-03',
    signed_by: ['carrier'],
  })
  t.notMatch(answer.text, /GEHEIM/)
  t.notMatch(answer.text, new RegExp(`${id}|${haulier.company.id}`))
})

t.test('instants are to the minute, as RFC 3339 writes them', async (t) => {
  const { id, ecmr_number } = await haulier.create()
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
  const track = async () =>
    asPromised(trackingView, (await call('GET', `/api/tracking/${ecmr_number}`)).json())
  await until(async () => (await track()).delivered_at !== null, 'the delivery to be known')
  const { delivered_at, milestones } = await track()
  const instants = [delivered_at, ...milestones.map(({ at }) => at)]
  t.ok(instants.length >= 4)
  for (const instant of instants) t.match(instant, /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/)
})

t.test('pages of any origin may follow shipments, and nothing else', async (t) => {
  const { id, ecmr_number } = await haulier.create()
  const origin = { origin: 'https://shop.example' }
  const path = `/api/tracking/${ecmr_number}`
  for (const address of [path, '/api/tracking/nonsense']) {
    const { headers } = await call('GET', address, undefined, origin)
    t.match(
      headers,
      { 'access-control-allow-origin': '*', 'access-control-expose-headers': /Retry-After/ },
      address,
    )
    t.notOk('access-control-allow-credentials' in headers)
  }
  const preflight = {
    ...origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-request-id',
  }
  t.match(await call('OPTIONS', path, undefined, preflight), {
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD' },
  })
  for (const address of [`/api/ecmrs/${id}`, '/api/ecmrs', '/api/health', '/api/openapi.json', '/api/me'])
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await haulier.call(method, address, undefined, preflight)
      t.notOk(
        Object.keys(headers).some((name) => name.startsWith('access-control')),
        `${method} ${address}`,
      )
    }
})

t.test('any letter case and no dashes will do', async (t) => {
  const { ecmr_number } = await haulier.create()
  for (const written of [ecmr_number.toLowerCase(), ecmr_number.replaceAll('-', '')]) {
    t.match((await call('GET', `/api/tracking/${written}`)).json(), { ecmr_number })
  }
})

t.test('an unknown number and a malformed one are answered alike', async (t) => {
  const { ecmr_number } = await haulier.create()
  const wrongCheck = ecmr_number.slice(0, -1) + (ecmr_number.endsWith('A') ? 'B' : 'A')
  const bodies = new Set<string>()
  for (const number of ['nonsense', wrongCheck, 'x'.repeat(300), '%00', '%F0%9F%9A%9A']) {
    const answer = await call('GET', `/api/tracking/${number}`, undefined, { 'x-request-id': 'same' })
    t.equal(answer.status, 404, number)
    bodies.add(answer.text)
  }
  t.equal(bodies.size, 1)
})

t.test('while tracking is behind, what is not found is answered 503, whether it exists or not', async (t) => {
  const api = await buildTestApi(t)
  const known = await api.haulier.create()
  t.equal((await api.call('GET', `/api/tracking/${known.ecmr_number}`)).status, 200)
  await api.stopProjections()
  const { ecmr_number } = await api.haulier.create()
  const { call } = await api.another({ storeWaitMs: 500 })
  const track = (number: string) =>
    call('GET', `/api/tracking/${number}`, undefined, { 'x-request-id': 'same' })
  const never = ecmrNumber(2026, new Uint8Array(randomBytes(9)))
  const [present, absent, malformed, old] = await Promise.all(
    [ecmr_number, never, 'nonsense', known.ecmr_number].map(track),
  )
  t.match(present, { status: 503, headers: { 'retry-after': /^\d+$/ } })
  t.match(absent, { status: 503, headers: { 'retry-after': present?.headers['retry-after'] } })
  t.equal(absent?.text, present?.text)
  t.equal(malformed?.status, 404)
  t.equal(old?.status, 200)
})
