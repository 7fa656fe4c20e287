import t from 'tap'
import { eventStoreContract } from '../contract/event-store/contract.js'
import { handlingCommands } from '../contract/event-store/handling-commands.js'
import { logOfItsOwn } from './log-of-its-own.js'

// Run by `npm run test:eventstore`, and not with the other tests: it takes a server.
const url = process.env.EVENTSTOREDB_URL
t.setTimeout(0)

if (url === undefined) t.fail('EVENTSTOREDB_URL names no server, such as esdb://127.0.0.1:2113?tls=false')
else {
  t.test('the event log in this server keeps the contract', (t) =>
    eventStoreContract(t, (t) => logOfItsOwn(t, url)),
  )
  t.test('commands on a log in this server', (t) => handlingCommands(t, (t) => logOfItsOwn(t, url)))
}
