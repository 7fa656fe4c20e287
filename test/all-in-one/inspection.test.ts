import { createExample } from '@ecmr/contract'
import t from 'tap'
import { emptyDataDir } from '../support/data-dir.js'
import { until } from '../support/until.js'
import { startService, stopService } from './service.js'

t.test('what an officer fetches from a document’s address is listed for its owner', async (t) => {
  const service = await startService(t, { dataDir: await emptyDataDir(t) })
  const { customer } = service
  const { id } = await customer.createEcmr(createExample)
  const { url, sha256, n } = await customer.issueEcmrDocument(id)
  const address = `${service.url}${new URL(url ?? '').pathname}`
  const document = await fetch(address)
  t.equal(document.status, 200)
  t.equal(document.headers.get('etag'), `"${sha256}"`)
  t.match(Buffer.from(await document.arrayBuffer()).toString('latin1'), /^%PDF-1\.7/)
  const reads = async () => (await customer.listEcmrDocumentReads(id, n)).data
  await until(async () => (await reads()).length > 0, 'the read')
  t.match(await reads(), [{ version: 1, address: '127.0.0.0/24' }])
  t.equal(await stopService(service), 0)
  t.notMatch(service.process.output(), address.slice(-43))
})
