import t from 'tap'
import { eventStoreContract } from '../contract/event-store/contract.js'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { eventStoreDbLog, newLog } from './eventstoredb-log.js'
import { logOfItsOwn } from './log-of-its-own.js'

t.test('the event log in an old EventStoreDB without batches keeps the contract', (t) =>
  eventStoreContract(t, (t) => newLog(t, { ...OLD_SERVER, batchAppend: false })),
)

t.test('a log of its own in a current EventStoreDB, which others fill, keeps the contract', async (t) => {
  const { server, open } = await eventStoreDbLog(t, { firstPosition: 2 ** 51 + 1 })
  const others = await open()
  for (let n = 0; n < 10; n++) await others.append(newStream(), 'no_stream', newEvents(100))
  await eventStoreContract(t, (t) => logOfItsOwn(t, server.url))
})
