import t from 'tap'
import { emptyDataDir } from '../support/data-dir.js'
import { until } from '../support/until.js'
import { startService, stopService } from './service.js'

t.test('what an officer fetches from a document’s address is listed for its owner', async (t) => {
  const service = await startService(t, { dataDir: await emptyDataDir(t) })
  const { customer } = service
  const { id } = await customer.create()
  const issued = await customer.post(`/ecmrs/${id}/documents`, {})
  t.equal(issued.status, 201, JSON.stringify(issued.body))
  const address = `${service.url}${new URL(String(issued.body.url)).pathname}`
  const document = await fetch(address)
  t.equal(document.status, 200)
  t.equal(document.headers.get('etag'), `"${issued.body.sha256}"`)
  t.match(Buffer.from(await document.arrayBuffer()).toString('latin1'), /^%PDF-1\.7/)
  const reads = `/ecmrs/${id}/documents/${issued.body.n}/reads`
  await until(
    async () => JSON.stringify((await customer.read(reads)).body).includes('127.0.0.0/24'),
    'the read',
    10,
  )
  t.match((await customer.read(reads)).body, { data: [{ version: 1, address: '127.0.0.0/24' }] })
  t.equal(await stopService(service), 0)
  t.notMatch(service.process.output(), address.slice(-43))
})
