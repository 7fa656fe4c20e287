import { ASSISTANTS_ROLE, oauthRights } from '@ecmr/accounts/oauth'
import { requireTables } from '@ecmr/postgres'
import { readingRights } from '@ecmr/read-models'
import { webhookOverviewRights } from '@ecmr/webhooks/overview'
import type { Pool } from 'pg'

/**
 * Looks whether this service can do its work: it makes no tables and gives itself no rights.
 *
 * @param pool by connections of the role ASSISTANTS_ROLE
 * @throws SchemaIsNewer; otherwise a sentence that says what an operator has to do
 */
export function findTables(pool: Pool): Promise<void> {
  return requireTables(pool, ASSISTANTS_ROLE, [...readingRights, ...oauthRights, ...webhookOverviewRights])
}
