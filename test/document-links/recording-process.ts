import { recordReads } from '@ecmr/document-links'
import { openEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'

// Arguments: the database and, when the log is not in it, EventStoreDB. Carries reads into the log until it is killed.
const [url = '', eventStoreDb] = process.argv.slice(2)
const pool = openPool({ url, max: 2, name: 'recording process' })
const store = await openEventStore(
  eventStoreDb === undefined ? { kind: 'postgres', url } : { kind: 'eventstoredb', url: eventStoreDb },
)
const { signal } = new AbortController()
const say = (fields: object, message: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
await recordReads({ pool, store, clock: () => new Date(), signal, log: { info: say, warn: say } })
