import t from 'tap'
import { handlingCommands } from '../contract/event-store/handling-commands.js'
import { newLog as newEventStoreDbLog } from './eventstoredb-log.js'
import { newLog as newPostgresLog } from './support.js'

t.test('commands on a log in PostgreSQL', (t) => handlingCommands(t, newPostgresLog))

t.test('commands on a log in EventStoreDB', (t) => handlingCommands(t, (t) => newEventStoreDbLog(t)))
