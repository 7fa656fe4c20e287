import t from 'tap'
import { eventStoreContract } from '../contract/event-store/contract.js'
import { newLog } from './support.js'

t.test('the event log in PostgreSQL keeps the contract', (t) => eventStoreContract(t, newLog))
