import { migrateAccounts } from '@ecmr/accounts'
import { ASSISTANTS_ROLE, oauthRights } from '@ecmr/accounts/oauth'
import {
  migrateAttachments,
  migrateNumberRegistry,
  migrateRegisters,
  migrateSigningLinks,
} from '@ecmr/application'
import { migrateBroker } from '@ecmr/broker'
import { DOCUMENTS_ROLE, linkRights, migrateDocumentLinks } from '@ecmr/document-links'
import { migrateEventStore } from '@ecmr/event-store'
import { migrateEvidence } from '@ecmr/evidence'
import { migratePersonalData } from '@ecmr/personal-data'
import { limitRole, type openPool, type Right } from '@ecmr/postgres'
import { migrateReadModels, readingRights, servingRights } from '@ecmr/read-models'
import { migrateWebhooks } from '@ecmr/webhooks'
import { webhookOverviewRights } from '@ecmr/webhooks/overview'

/** The roles of services that may do little, and what each is for. */
const ROLES: readonly {
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
  await migrateEventStore(pool)
  await migratePersonalData(pool)
  await migrateReadModels(pool)
  await migrateAccounts(pool)
  await migrateNumberRegistry(pool)
  await migrateSigningLinks(pool)
  await migrateAttachments(pool)
  await migrateRegisters(pool)
  await migrateWebhooks(pool)
  await migrateBroker(pool)
  await migrateDocumentLinks(pool)
  await migrateEvidence(pool)
  for (const { role, rights, without } of ROLES)
    if (!(await limitRole(pool, role, rights)))
      warn(
        new Error(
          `PostgreSQL has no role ${role} and our user may make none, so ${without}: run "create role ${role}" there and start again.`,
        ),
      )
}
