import {
  assertLogLocation,
  type EventStore,
  type EventStoreLocation,
  openEventStore,
  UNHURRIED_MS,
} from '@ecmr/event-store'
import { type Keyring, keyWrap, openedStore, openKeyring } from '@ecmr/personal-data'
import { connectEmbedded, openPool } from '@ecmr/postgres'
import { type Config, loadConfig, openSecretKey, throttled } from '@ecmr/runtime'
import { CommandFailed, errorCode } from './failure.js'
import { interruptible } from './interruptible.js'

/** What a command works on: the very database that the services use. */
export interface Installation {
  readonly config: Config
  readonly url: string
  readonly pool: ReturnType<typeof openPool>
  /** aborts when the operator presses Ctrl-C */
  readonly signal: AbortSignal
  /** Opens the event log, or the one in another store than the services use; it is closed with the installation. */
  eventStore(options?: { readonly kind?: StoreKind }): Promise<EventStore>
  /** The keys of personal values in the log. */
  keys(): Promise<Keyring>
  /** Opens the event log with personal values in clear. */
  openedStore(): Promise<EventStore>
}

/** The products that can keep the event log. */
export const storeKinds = ['postgres', 'eventstoredb'] as const

export type StoreKind = (typeof storeKinds)[number]

const CONNECTIONS = 8

/** Runs a command that only looks. */
export async function inspect(work: (installation: Installation) => Promise<void>): Promise<void> {
  const config = loadConfig()
  for (const warning of config.warnings) console.error(`warning: ${warning}`)
  const server = await databaseServer(config)
  const pool = openPool({ url: server.url, max: CONNECTIONS, name: 'ecmr cli' })
  const stores: EventStore[] = []
  const warn = throttled(({ message }) => console.error(`warning: ${message}; tried again`))
  const onProblem = (error: Error | undefined): void => error && warn(error)
  try {
    await interruptible(async (signal) => {
      await pool.query('select 1').catch((error: unknown) => unreachable(server.url, error))
      async function eventStore({ kind }: { readonly kind?: StoreKind } = {}): Promise<EventStore> {
        if (kind === undefined) await assertLogLocation(pool, config.eventStore.kind)
        const location = logLocation(kind ?? config.eventStore.kind, config, server.url)
        const store = await openEventStore(location, { onProblem, timeoutMs: UNHURRIED_MS })
        stores.push(store)
        return store
      }
      async function keys(): Promise<Keyring> {
        const wrap = keyWrap(await openSecretKey(config.secretKey))
        return openKeyring({ pool, wrap })
      }
      const opened = async (): Promise<EventStore> => openedStore(await eventStore(), await keys())
      await work({ config, url: server.url, pool, signal, eventStore, keys, openedStore: opened })
      signal.throwIfAborted()
    })
  } finally {
    for (const store of stores) await store.close()
    await pool.end()
    await server.stop()
  }
}

/** Runs a command that writes: the tables are created or brought up to date first. */
export function change(work: (installation: Installation) => Promise<void>): Promise<void> {
  return inspect(async (installation) => {
    const { pool, config } = installation
    // It knows all packages, which takes most of the time in which a command starts.
    const { createTables } = await import('@ecmr/api/tables')
    await createTables(pool)
    await assertLogLocation(pool, config.eventStore.kind)
    await work(installation)
  })
}

/** Where the event log is that a command works on. */
export function logLocation(
  kind: StoreKind,
  { eventStoreDbUrl }: Config,
  databaseUrl: string,
): EventStoreLocation {
  if (kind === 'postgres') return { kind, url: databaseUrl, pool: { max: CONNECTIONS } }
  if (eventStoreDbUrl !== undefined) return { kind, url: eventStoreDbUrl }
  throw new CommandFailed(
    'EVENTSTOREDB_URL is not set. Set it to the address of EventStoreDB, such as esdb://host:2113.',
  )
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
    `PostgreSQL at ${host}${pathname} is not available (${reason}). Check that it is running and that DATABASE_URL is correct.`,
  )
}
