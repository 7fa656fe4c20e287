import { migrateAccounts } from '@ecmr/accounts'
import { ASSISTANTS_ROLE, oauthRights } from '@ecmr/accounts/oauth'
import { migrateNumberRegistry } from '@ecmr/application'
import { migrateBroker } from '@ecmr/broker'
import { migrateDocumentLinks } from '@ecmr/document-links'
import { migrateEventStore } from '@ecmr/event-store'
import { limitRole, type openPool } from '@ecmr/postgres'
import { migrateReadModels, readingRights } from '@ecmr/read-models'
import { migrateWebhooks } from '@ecmr/webhooks'
import { webhookOverviewRights } from '@ecmr/webhooks/overview'

/**
 * Creates every table of the service, or brings it up to date; the api uses them all. Says what the MCP service may do with
 * them, too. Processes that do so at the same time wait for each other.
 *
 * @param warn gets a sentence when assistants cannot be served, since their role is missing and we may not make it
 */
export async function createTables(
  pool: ReturnType<typeof openPool>,
  warn: (problem: Error) => void = () => undefined,
): Promise<void> {
  await migrateEventStore(pool)
  await migrateReadModels(pool)
  await migrateAccounts(pool)
  await migrateNumberRegistry(pool)
  await migrateWebhooks(pool)
  await migrateBroker(pool)
  await migrateDocumentLinks(pool)
  const rights = [...readingRights, ...oauthRights, ...webhookOverviewRights]
  if (!(await limitRole(pool, ASSISTANTS_ROLE, rights))) warn(new Error(NO_ROLE))
}

const NO_ROLE = `PostgreSQL has no role ${ASSISTANTS_ROLE} and our user may make none, so assistants cannot be served: run "create role ${ASSISTANTS_ROLE}" there and start again.`
