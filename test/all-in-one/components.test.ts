import t from 'tap'
import { until } from '../support/child-process.js'
import { emptyDataDir } from '../support/data-dir.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { createNote, read } from './notes.js'
import { startService, stopService } from './service.js'

t.test('with EVENT_STORE=eventstoredb the log is there, and the rest as ever', async (t) => {
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
