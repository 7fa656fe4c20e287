import t from 'tap'
import { buildTestApi } from '../support/api.js'

const { haulier } = await buildTestApi(t)
const receipt = { role: 'receiver', signer_name: 'Jean Durand', method: 'typed' }
const revert = (id: string, reason = 'Otra carta de porte', key?: string) =>
  haulier.call(
    'POST',
    `/api/ecmrs/${id}/delivery-reversal`,
    { reason },
    key ? { 'idempotency-key': key } : {},
  )

t.test('a delivery that was recorded by mistake is taken back, and stays in the history', async (t) => {
  const { id } = await haulier.create({ carrier_company_name: 'Transportes Guadalquivir S.A.' })
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'in_transit' })
  const signed = (await haulier.call('POST', `/api/ecmrs/${id}/signatures`, receipt)).record()
  t.match(signed, { status: 'delivered', delivered_at: String, compliance: { retain_until: String } })

  const answer = await revert(id)
  t.equal(answer.status, 201)
  const record = answer.record()
  t.match(record, {
    status: 'in_transit',
    taken_over_at: signed.taken_over_at,
    reverted_deliveries: [
      {
        delivered_at: signed.delivered_at,
        delivery_recorded_at: signed.delivery_recorded_at,
        reason: 'Otra carta de porte',
      },
    ],
    signatures: [{ role: 'receiver', covers_current_version: false, delivery_reverted_at: String }],
    compliance: { retain_until: null, deadlines: [], delivery_reverted: /plazos/ },
  })
  t.notOk('delivered_at' in record || 'delivery_recorded_at' in record)
  const history = JSON.parse((await haulier.call('GET', `/api/ecmrs/${id}/events`)).text).data
  t.match(history.slice(-3), [
    { type: 'EcmrSigned' },
    { type: 'DeliveryConfirmed' },
    { type: 'DeliveryReverted', reason: 'Otra carta de porte', data: { back_to: 'in_transit' } },
  ])

  const again = (await haulier.call('POST', `/api/ecmrs/${id}/signatures`, receipt)).record()
  t.match(again, {
    status: 'delivered',
    reverted_deliveries: [{}],
    signatures: [{}, { covers_current_version: true }],
  })
  t.notOk('delivery_reverted' in again.compliance)
  const sentBack = await haulier.call('PUT', `/api/ecmrs/${id}`, again)
  t.match(
    [sentBack.status, sentBack.record().version],
    [200, again.version],
    'a record can be sent back as read',
  )
})

t.test('where nothing was delivered there is nothing to take back', async (t) => {
  const { id } = await haulier.create()
  t.match((await revert(id)).problem(), { status: 409, code: 'cannot_revert' })
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
  const back = await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'in_transit' })
  t.match(back.problem(), { code: 'invalid_transition', detail: /Take the delivery back first/ })
  t.match((await revert(id)).record(), { status: 'draft' }, 'what was inferred goes with the delivery')
})

t.test('a repeat with its key takes nothing back again', async (t) => {
  const { id } = await haulier.create()
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
  const first = await revert(id, 'Otra', `revert-${id}`)
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
  const repeat = await revert(id, 'Otra', `revert-${id}`)
  t.equal(repeat.headers['idempotent-replayed'], 'true')
  t.equal(repeat.record().version, first.record().version)
  t.match(JSON.parse((await haulier.call('GET', `/api/ecmrs/${id}`)).text), { status: 'delivered' })
})
