import { migrateAccounts } from '@ecmr/accounts'
import {
  migrateAttachments,
  migrateNumberRegistry,
  migrateRegisters,
  migrateSigningLinks,
} from '@ecmr/application'
import { migrateDocumentLinks } from '@ecmr/document-links'
import { migrateEventStore } from '@ecmr/event-store'
import { migrateEvidence } from '@ecmr/evidence'
import { migratePersonalData } from '@ecmr/personal-data'
import { migrateReadModels } from '@ecmr/read-models'
import { migrateWebhooks } from '@ecmr/webhooks'

/** Creates the tables that a backend works with, or brings them up to date, in this order. Processes that do so at once wait for each other. */
export const backendMigrations = [
  migrateEventStore,
  migratePersonalData,
  migrateReadModels,
  migrateAccounts,
  migrateNumberRegistry,
  migrateSigningLinks,
  migrateAttachments,
  migrateRegisters,
  migrateWebhooks,
  migrateDocumentLinks,
  migrateEvidence,
] as const
