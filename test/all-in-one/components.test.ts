import { type HealthView, healthView } from '@ecmr/contract'
import t from 'tap'
import { asPromised } from '../support/contract.js'
import { emptyDataDir } from '../support/data-dir.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { createNote, read } from './notes.js'
import { startService, stopService } from './service.js'

async function healthOf(url: string): Promise<HealthView> {
  const answer = await fetch(`${url}/api/health`)
  return asPromised(healthView, JSON.parse(await answer.text()))
}

t.test('with EVENT_STORE=eventstoredb the log is there, and everything else is unchanged', async (t) => {
  const dataDir = await emptyDataDir(t)
  const eventStore = await eventStoreProcess(t)
  await eventStore.start()
  const env = { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: eventStore.url }
  const service = await startService(t, { dataDir, env })
  const { url, key = '', banner } = service
  t.match(banner, `Events   EventStoreDB at ${new URL(eventStore.url).host}\n`)
  t.match(banner, 'Broker   in this process\n')
  const note = await createNote(url, key)
  t.match(await read(url, key, '/ecmrs'), { status: 200, body: { data: [{ id: note.id }] } })
  await eventStore.kill()
  await t.rejects(createNote(url, key), /503/)
  await eventStore.start()
  await until(
    () =>
      createNote(url, key).then(
        () => true,
        () => false,
      ),
    'a note to be taken again',
  )
  t.equal(await stopService(service), 0)
})

t.test('with NATS_URL events go through NATS', { skip: withoutNatsServer }, async (t) => {
  const dataDir = await emptyDataDir(t)
  const nats = await natsServer(t, { user: 'ecmr', password: 'hunter2' })
  const receiver = await startReceiver(t)
  const service = await startService(t, { dataDir, env: { NATS_URL: nats.url } })
  const { url, key = '', banner } = service
  t.match(banner, `Broker   NATS at 127.0.0.1:${nats.port}\n`)
  t.notMatch(banner, 'hunter2')
  const registered = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ url: receiver.url, events: ['ecmr.created'] }),
  })
  t.equal(registered.status, 201)
  await createNote(url, key)
  await receiver.count(1)
  await until(() => healthOf(url).then(({ status }) => status === 'ok'), 'health')

  await nats.stop('SIGKILL')
  await until(() => healthOf(url).then(({ checks }) => checks.broker === 'unavailable'), 'health to say so')
  const { status, problems } = await healthOf(url)
  t.equal(status, 'degraded')
  t.match(problems.join(' '), /NATS/)
  t.ok(await createNote(url, key), 'notes are still accepted')
  await nats.start()
  await receiver.count(2)
  t.equal(await stopService(service), 0)
})
