import { openPostgresEventStore } from '@ecmr/event-store'
import { openLogKey, originOf, sealAsLeader } from '@ecmr/evidence'
import { openPool } from '@ecmr/postgres'

// A sealer in a process of its own, so that it can be killed. CLOCK_OFFSET_MS sets its clock.
const { DATABASE_URL: url = '', KEY_FILE = '', CHECKPOINTS = '', CLOCK_OFFSET_MS = '0' } = process.env
const print = (_: object, message: string): void => console.log(message)
await sealAsLeader({
  url,
  pool: openPool({ url, max: 8, name: 'sealer' }),
  store: await openPostgresEventStore({ url }),
  key: await openLogKey({ path: KEY_FILE, isGenerated: true }, originOf('https://drill.example.com')),
  evidence: { checkpoints: { kind: 'local', directory: CHECKPOINTS }, tsaUrl: undefined, witnesses: [] },
  signal: new AbortController().signal,
  log: { info: print, warn: (fields, message) => console.error(message, JSON.stringify(fields)) },
  clock: () => new Date(Date.now() + Number(CLOCK_OFFSET_MS)),
  checkpointEveryMs: 200,
})
