import { type Config, loadConfig } from '@ecmr/config'
import { type EventStore, openPostgresEventStore } from '@ecmr/event-store'
import { connectEmbedded, openPool } from '@ecmr/postgres'
import { CommandFailed, errorCode } from './failure.js'
import { createTables } from './tables.js'

/** What a command works on: the very database that the services use. */
export interface Installation {
  readonly config: Config
  readonly url: string
  readonly pool: ReturnType<typeof openPool>
  /** aborts when the operator presses Ctrl-C */
  readonly signal: AbortSignal
  /** Opens the event log; it is closed with the installation. */
  eventStore(options?: { readonly upcast?: boolean }): Promise<EventStore>
}

const CONNECTIONS = 8

/** Runs a command that only looks. */
export async function inspect(work: (installation: Installation) => Promise<void>): Promise<void> {
  const config = loadConfig()
  for (const warning of config.warnings) console.error(`warning: ${warning}`)
  const server = await databaseServer(config)
  const pool = openPool({ url: server.url, max: CONNECTIONS, name: 'ecmr cli' })
  const stores: EventStore[] = []
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort(new CommandFailed('Interrupted.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    await pool.query('select 1').catch((error: unknown) => unreachable(server.url, error))
    await work({
      config,
      url: server.url,
      pool,
      signal: interrupted.signal,
      async eventStore(options) {
        const store = await openPostgresEventStore({
          url: server.url,
          pool: { max: CONNECTIONS },
          ...options,
        })
        stores.push(store)
        return store
      },
    })
    interrupted.signal.throwIfAborted()
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    for (const store of stores) await store.close()
    await pool.end()
    await server.stop()
  }
}

/** Runs a command that writes: the tables are created or brought up to date first. */
export function change(work: (installation: Installation) => Promise<void>): Promise<void> {
  return inspect(async (installation) => {
    await createTables(installation.pool)
    await work(installation)
  })
}

async function databaseServer({
  databaseUrl,
  dataDir,
}: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl === undefined) return connectEmbedded(dataDir)
  return { url: databaseUrl, stop: async () => undefined }
}

function unreachable(url: string, error: unknown): never {
  const { host, pathname } = new URL(url)
  const reason = error instanceof Error ? error.message || errorCode(error) : String(error)
  throw new CommandFailed(
    `PostgreSQL at ${host}${pathname} cannot be used (${reason}); check DATABASE_URL and that it is running.`,
  )
}
