import { ConfigError, loadConfig } from '@ecmr/config'
import { migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { migrateReadModels } from '@ecmr/read-models'
import { pino } from 'pino'
import { startProjector } from './start-projector.js'

/** The projector as a process of its own. Several may run: they share out the projections and stand by for each other. */
async function run(): Promise<void> {
  const { databaseUrl: url, logLevel } = loadConfig()
  if (url === undefined) {
    throw new ConfigError(['DATABASE_URL is not set; without it "npm start" runs the projections.'])
  }
  const log = pino({ level: logLevel })
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())

  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 8, name: 'projector', onError })
  await migrateEventStore(pool)
  await migrateReadModels(pool)
  const store = await openPostgresEventStore({ url })
  await startProjector({ store, url, pool, signal: stopping.signal, log })
  await store.close()
  await pool.end()
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exitCode = 1
})
