import { createExample, ecmrList } from '@ecmr/contract'
import { listedFields } from '@ecmr/read-models'
import t from 'tap'
import { buildTestApi, SITE_URL } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const listPage = ecmrList(listedFields)

t.test('a created note is answered whole, and is at once in record, list and tracking', async (t) => {
  const { haulier, call } = await buildTestApi(t)
  const created = await haulier.call('POST', '/api/ecmrs', createExample)
  t.equal(created.status, 201)
  const record = created.record()
  t.match(record, createExample)
  t.match(record, { status: 'draft', status_label: 'Borrador', version: 1, cancelled: false })
  t.equal(created.headers.etag, '"1"')
  t.equal(created.headers.location, `/api/ecmrs/${record.id}`)
  t.equal(record.tracking_url, `${SITE_URL}/seguimiento/${record.ecmr_number}`)
  t.ok(created.headers['x-position'])
  t.ok(created.headers['x-request-id'])

  const read = await haulier.call('GET', `/api/ecmrs/${record.id}`)
  t.same(read.record(), record)
  const byNumber = await haulier.call('GET', `/api/ecmrs/${record.ecmr_number.toLowerCase()}`)
  t.same(byNumber.record(), record)
  const list = asPromised(listPage, (await haulier.call('GET', '/api/ecmrs')).json())
  t.equal(list.data[0]?.id, record.id)
  t.match(list.pagination, {
    page: 1,
    limit: 20,
    total: 1,
    total_pages: 1,
    has_more: false,
    next_cursor: null,
  })
  const tracked = await call('GET', `/api/tracking/${record.ecmr_number}`)
  t.match(tracked.json(), { ecmr_number: record.ecmr_number, status: 'draft', pickup_city: 'Sevilla' })
})
