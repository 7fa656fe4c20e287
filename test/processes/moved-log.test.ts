import t from 'tap'
import { openCli } from '../cli/ground.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { healthOf, startAlone, startPair, stop, stopAll, untilNotReady } from './service.js'

const COPY = 'store migrate --from postgres --to eventstoredb'

t.test('services go over to EventStoreDB, and one that was forgotten does not work any more', async (t) => {
  const server = await startEventStoreDb()
  t.teardown(() => server.stop())
  const {
    url: DATABASE_URL,
    env,
    json,
    refuses,
  } = await openCli(t, { env: { EVENTSTOREDB_URL: server.url } })
  const former = { DATABASE_URL, EVENTSTOREDB_URL: server.url }
  const moved = { ...former, EVENT_STORE: 'eventstoredb' }

  const { api, projector } = await startPair(t, former)
  const customer = await newCustomer(DATABASE_URL)
  const { body: old } = await customer.create(api.url, 'before')
  await json(COPY)
  const atWork = /error: Services are running on this database \(api listener, .*leader projection/
  await refuses(t, `${COPY} --switch`, atWork)
  await customer.create(api.url)
  await stopAll(t, [api, projector])
  await json(`${COPY} --switch`)

  const forgotten = await startAlone(t, 'api', former)
  await untilNotReady(forgotten, /event log is kept in eventstoredb, but EVENT_STORE names postgres/)
  t.equal((await customer.create(forgotten.url)).status, 503)
  t.equal(await stop(forgotten), 0)

  const there = await startPair(t, moved)
  t.match((await healthOf(there.api)).problems.join(' '), /made from the log in another store/)
  const repeated = await customer.create(there.api.url, 'before')
  t.equal(repeated.body.id, old.id, 'a repeat of a request from before is recognised')
  env.EVENT_STORE = 'eventstoredb'
  await json('projections rebuild all')
  const { body: note } = await customer.create(there.api.url)
  await until(
    async () => (await customer.read(there.api.url, `/tracking/${note.ecmr_number}`)).status === 200,
    'the new note in the read models',
  )
  t.match((await customer.read(there.api.url, '/ecmrs')).body, { pagination: { total: 3 } })
  await until(async () => (await healthOf(there.api)).status === 'ok', 'health')
  await stopAll(t, [there.api, there.projector])
})
