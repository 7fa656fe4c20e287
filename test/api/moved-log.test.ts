import { commandHandler } from '@ecmr/application'
import { type CopyMarks, copyLog, type EventStore, openEventStore } from '@ecmr/event-store'
import { openedStore } from '@ecmr/personal-data'
import { rebuildProjections, runProjections } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import t, { type Test } from 'tap'
import { marksInMemory } from '../event-store/copied-logs.js'
import { eventStoreDbLog } from '../event-store/eventstoredb-log.js'
import { buildTestApi, type Customer } from '../support/api.js'

/** The answers to everything that one can ask about a note and a company, without the places in the log. */
async function answersTo(customer: Customer, ids: readonly string[]): Promise<readonly string[]> {
  const paths = [
    '/api/ecmrs?limit=5',
    '/api/ecmrs?search=NEW',
    '/api/events',
    ...ids.flatMap((id) => [`/api/ecmrs/${id}`, `/api/ecmrs/${id}/events`]),
  ]
  const answers: string[] = []
  for (const path of paths) {
    const { status, text, headers } = await customer.call('GET', path)
    const places = /"(position|next_cursor)":"[0-9a-f-]{16,33}"/g
    answers.push(`${path} ${status} ${headers.etag} ${text.replaceAll(places, '"$1":"…"')}`)
  }
  return answers
}

/** Copies a log from one store into the other. */
async function copied(t: Test, source: EventStore, target: EventStore): Promise<void> {
  const marks: CopyMarks = marksInMemory()
  t.match(await copyLog({ source, target, marks }), { ok: true })
}

t.test('customers who ask after the log has moved are answered as before', async (t) => {
  const api = await buildTestApi(t)
  const { haulier, pool, url } = api
  const ids: string[] = []
  for (let i = 0; i < 8; i++) {
    const { id } = await haulier.create({ reference: `OLD-${i}` })
    await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: `NEW-${i}` })
    ids.push(id)
  }
  const before = await answersTo(haulier, ids)
  const former = (await haulier.call('GET', '/api/ecmrs')).headers['x-position'] ?? ''
  await api.stopProjections()

  const { server, open } = await eventStoreDbLog(t)
  const source = await openEventStore({ kind: 'postgres', url })
  await copied(t, source, await open())
  await source.close()
  const recorded = await openEventStore({ kind: 'eventstoredb', url: server.url })
  const store = openedStore(recorded, api.dataKeys)
  const stop = new AbortController()
  const running = runProjections({ projections, store, url, pool, signal: stop.signal })
  t.teardown(async () => {
    stop.abort()
    await running
    await store.close()
  })
  const { haulier: moved } = await api.another({
    ...{ store, recorded },
    commands: commandHandler({ store: recorded, keys: api.dataKeys }),
  })

  await t.test('until the read models are rebuilt they lag, and health says why', async (t) => {
    const stale = await moved.call('GET', '/api/ecmrs?limit=5')
    t.equal(stale.status, 200)
    t.ok(stale.headers['x-projection-lag'])
    const { status, problems } = JSON.parse((await moved.call('GET', '/api/health')).text)
    t.equal(status, 'degraded')
    t.match(
      problems,
      projections.map(() => /made from the log in another store .*; run "ecmr projections rebuild all"/),
    )
  })

  await rebuildProjections({ pool, url, store, projections })

  await t.test('then every answer is the same, places in the log aside', async (t) => {
    t.strictSame(await answersTo(moved, ids), before)
  })

  await t.test('what they write is seen at once', async (t) => {
    const changed = await moved.call('PATCH', `/api/ecmrs/${ids[0]}`, { reference: 'AFTER' })
    t.equal(changed.status, 200)
    const found = await moved.call('GET', '/api/ecmrs?search=AFTER')
    t.match(found.json(), { data: [{ id: ids[0] }] })
    t.equal(found.headers['x-projection-lag'], undefined)
  })

  await t.test('a place in the former log is waited for no more, and followed from no more', async (t) => {
    const read = await moved.call('GET', '/api/ecmrs', undefined, { 'x-min-position': former })
    t.equal(read.status, 200)
    t.equal(read.headers['x-projection-lag'], undefined)
    const feed = await moved.call('GET', `/api/events?after=${former}`)
    t.equal(feed.status, 400)
    t.match(feed.problem(), { errors: [{ pointer: '/after', message: /begin without one/ }] })
    const { pagination } = JSON.parse((await moved.call('GET', '/api/events?limit=3')).text)
    const rest = await moved.call('GET', `/api/events?after=${pagination.next_cursor}`)
    t.equal(JSON.parse(rest.text).data.length, 14)
  })
})
