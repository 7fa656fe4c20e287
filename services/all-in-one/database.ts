import { migrateAccounts } from '@ecmr/accounts'
import { migrateApi } from '@ecmr/api'
import { migrateBroker } from '@ecmr/broker'
import type { Config } from '@ecmr/config'
import { migrateEventStore } from '@ecmr/event-store'
import { migrateNumberRegistry } from '@ecmr/number-registry'
import { type EmbeddedPostgres, type openPool, startEmbeddedPostgres } from '@ecmr/postgres'
import { StartFault } from '@ecmr/process'
import { migrateReadModels } from '@ecmr/read-models'
import { migrateWebhooks } from '@ecmr/webhooks'

type Pool = ReturnType<typeof openPool>

/** The PostgreSQL of the configuration; the embedded one is started. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  if (databaseUrl === undefined) return startEmbeddedPostgres({ dataDir, log })
  return { url: databaseUrl, stop: async () => undefined }
}

/** Creates the tables of every package, or brings them up to date. Throws StartFault when there is no server. */
export async function createTables(pool: Pool, url: string): Promise<void> {
  await pool.query('select 1').catch((error: unknown) => {
    const { host, pathname } = new URL(url)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFault(`PostgreSQL at ${host}${pathname} cannot be used (${reason}): check DATABASE_URL.`)
  })
  await migrateEventStore(pool)
  await migrateReadModels(pool)
  await migrateAccounts(pool)
  await migrateNumberRegistry(pool)
  await migrateWebhooks(pool)
  await migrateApi(pool)
  await migrateBroker(pool)
}
