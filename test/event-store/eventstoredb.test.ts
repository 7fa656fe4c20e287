import t from 'tap'
import { eventStoreContract } from '../contract/event-store/contract.js'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { eventStoreDbLog, newLog } from './eventstoredb-log.js'
import { logOfItsOwn } from './log-of-its-own.js'

const servers = {
  'a current server, appending in batches': {},
  'a current server without batches': { batchAppend: false },
  'an old server, appending in batches': OLD_SERVER,
  'an old server without batches': { ...OLD_SERVER, batchAppend: false },
}

for (const [name, options] of Object.entries(servers))
  t.test(`the event log in EventStoreDB keeps the contract: ${name}`, (t) =>
    eventStoreContract(t, (t) => newLog(t, options)),
  )

t.test('a log of its own in a server that others fill keeps the contract', async (t) => {
  const { server, open } = await eventStoreDbLog(t)
  const others = await open()
  for (let n = 0; n < 10; n++) await others.append(newStream(), 'no_stream', newEvents(100))
  await eventStoreContract(t, (t) => logOfItsOwn(t, server.url))
})
