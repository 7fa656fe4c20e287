import { migrateAccounts } from '@ecmr/accounts'
import { migrateBroker } from '@ecmr/broker'
import { migrateEventStore } from '@ecmr/event-store'
import { migrateNumberRegistry } from '@ecmr/number-registry'
import type { openPool } from '@ecmr/postgres'
import { migrateReadModels } from '@ecmr/read-models'
import { migrateWebhooks } from '@ecmr/webhooks'

/** Creates the tables of every package, or brings them up to date, as the services do when they start. */
export async function createTables(pool: ReturnType<typeof openPool>): Promise<void> {
  await migrateEventStore(pool)
  await migrateReadModels(pool)
  await migrateAccounts(pool)
  await migrateNumberRegistry(pool)
  await migrateWebhooks(pool)
  await migrateBroker(pool)
}
