import t from 'tap'
import { runHere } from '../cli/ecmr-here.js'
import { against, type Ran } from '../cli/run-ecmr.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { type ServiceProcess, startAlone, stop, untilNotReady, untilReady } from './service.js'

const COPY = 'store migrate --from postgres --to eventstoredb'

async function healthOf({ url }: ServiceProcess): Promise<string> {
  return (await fetch(`${url}/api/health`)).text()
}

t.test('services go over to EventStoreDB, and one that was forgotten does not work any more', async (t) => {
  const server = await startEventStoreDb()
  t.teardown(() => server.stop())
  const DATABASE_URL = await testDatabase(t)
  const former = { DATABASE_URL, EVENTSTOREDB_URL: server.url }
  const moved = { ...former, EVENT_STORE: 'eventstoredb' }
  const ecmr = (env: Record<string, string>, line: string): Promise<Ran> =>
    runHere({ ...against(DATABASE_URL), ...env }, line.split(' '))

  const services = [await startAlone(t, 'api', former), await startAlone(t, 'projector', former)]
  const [api, projector] = services
  if (!api || !projector) throw new Error('nothing was started')
  for (const service of services) await untilReady(service)
  const customer = await newCustomer(DATABASE_URL)
  const { body: old } = await customer.create(api.url, 'before')
  t.equal((await ecmr(former, COPY)).code, 0)
  const refused = await ecmr(former, `${COPY} --switch`)
  t.match(refused.stderr, /error: Services are at work on this database \(api listener, .*leader projection/)
  await customer.create(api.url)
  for (const service of services) t.equal(await stop(service), 0)
  const switched = await ecmr(former, `${COPY} --switch`)
  t.equal(switched.code, 0, switched.stderr)

  const forgotten = await startAlone(t, 'api', former)
  await untilNotReady(forgotten, /event log is kept in eventstoredb, but EVENT_STORE names postgres/)
  t.equal((await customer.create(forgotten.url)).status, 503)
  t.equal(await stop(forgotten), 0)

  const apiThere = await startAlone(t, 'api', moved)
  const projectorThere = await startAlone(t, 'projector', moved)
  await untilReady(apiThere)
  await untilReady(projectorThere)
  t.match(await healthOf(apiThere), /made from the log in another store/)
  const repeated = await customer.create(apiThere.url, 'before')
  t.equal(repeated.body.id, old.id, 'a repeat of a request from before is recognised')
  const rebuilt = await ecmr(moved, 'projections rebuild all')
  t.equal(rebuilt.code, 0, rebuilt.stderr)
  const { body: note } = await customer.create(apiThere.url)
  await until(
    async () => (await customer.read(apiThere.url, `/tracking/${note.ecmr_number}`)).status === 200,
    'the new note in the read models',
  )
  t.match((await customer.read(apiThere.url, '/ecmrs')).body, { pagination: { total: 3 } })
  await until(async () => /"status":"ok"/.test(await healthOf(apiThere)), 'health')
  for (const service of [apiThere, projectorThere]) t.equal(await stop(service), 0)
})
