import t from 'tap'
import { eventStoreContract } from '../contract/event-store/contract.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { newLog } from './eventstoredb-log.js'

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
