import { drainAuditOutbox } from '@ecmr/accounts'
import { openEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'

// Arguments: the database and, when the log is not in it, EventStoreDB. Carries what waits into the log, once.
const [url = '', eventStoreDb] = process.argv.slice(2)
const pool = openPool({ url, max: 2, name: 'draining process' })
const store = await openEventStore(
  eventStoreDb === undefined ? { kind: 'postgres', url } : { kind: 'eventstoredb', url: eventStoreDb },
)
await drainAuditOutbox(pool, store)
await store.close()
await pool.end()
