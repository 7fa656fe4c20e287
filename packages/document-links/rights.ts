import { migrationsRight, type Right } from '@ecmr/postgres'

/** The role in PostgreSQL of the service that serves documents: it looks links up, and notes who fetched what. */
export const DOCUMENTS_ROLE = 'ecmr_documents'

/** What that service needs of the schema `documents`: neither the tokens nor what others have fetched. */
export const linkRights: readonly Right[] = [
  migrationsRight('documents'),
  {
    on: 'documents.links',
    may: 'select',
    columns: ['link_id', 'token_hash', 'document_id', 'company_id', 'open_until', 'closed_at'],
  },
  { on: 'documents.reads', may: 'insert' },
  { on: 'documents.reads', may: 'select', columns: ['seq'] },
]
