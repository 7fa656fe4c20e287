import { ASSISTANTS_ROLE, oauthRights } from '@ecmr/accounts/oauth'
import { backendMigrations } from '@ecmr/backend/migrate'
import { migrateBackup } from '@ecmr/backup'
import { migrateBroker } from '@ecmr/broker'
import { DOCUMENTS_ROLE, linkRights } from '@ecmr/document-links'
import { limitRole, type openPool, type Right } from '@ecmr/postgres'
import { readingRights, servingRights } from '@ecmr/read-models'
import { webhookOverviewRights } from '@ecmr/webhooks/overview'

/** The roles in PostgreSQL of services that may do little, and what cannot be done without each. */
export const ROLES: readonly {
  readonly role: string
  readonly rights: readonly Right[]
  readonly without: string
}[] = [
  {
    role: ASSISTANTS_ROLE,
    rights: [...readingRights, ...oauthRights, ...webhookOverviewRights],
    without: 'assistants cannot be served',
  },
  {
    role: DOCUMENTS_ROLE,
    rights: [...linkRights, ...servingRights],
    without: 'documents cannot be served by a process of their own',
  },
]

/**
 * Creates every table of the service, or brings it up to date; the api uses them all. Says what the services of ROLES may do with
 * them, too. Processes that do so at the same time wait for each other.
 *
 * @param warn gets a sentence when a role is missing and we may not make it
 */
export async function createTables(
  pool: ReturnType<typeof openPool>,
  warn: (problem: Error) => void = () => undefined,
): Promise<void> {
  for (const migrate of [...backendMigrations, migrateBroker, migrateBackup]) await migrate(pool)
  for (const { role, rights, without } of ROLES)
    if (!(await limitRole(pool, role, rights)))
      warn(
        new Error(
          `PostgreSQL has no role ${role} and our user may make none, so ${without}: run "create role ${role}" there and start again.`,
        ),
      )
}
