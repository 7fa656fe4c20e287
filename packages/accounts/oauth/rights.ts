import { migrationsRight, type Right } from '@ecmr/postgres'
// The service knows tables of a newer release by the names of these.
import '../migrations/migrate-accounts.js'

/** The role of the MCP service in PostgreSQL: assistants read, and nothing that they send can write. */
export const ASSISTANTS_ROLE = 'ecmr_mcp'

/**
 * What the MCP service needs of accounts: its own tables, links for documents that people send to the panel, who belongs to which company in which role, what that has booked, and a place to note
 * what it has ended; of API keys the names, because a history says who acted. No passwords, no sessions.
 */
export const oauthRights: readonly Right[] = [
  migrationsRight('accounts'),
  migrationsRight('oauth'),
  { on: 'oauth.clients', may: 'select' },
  { on: 'oauth.clients', may: 'insert' },
  { on: 'oauth.grants', may: 'select' },
  { on: 'oauth.grants', may: 'update', columns: ['last_used_at', 'expires_at', 'ended_at', 'end_reason'] },
  { on: 'oauth.codes', may: 'select' },
  { on: 'oauth.codes', may: 'update', columns: ['used_at'] },
  { on: 'oauth.access_tokens', may: 'select' },
  { on: 'oauth.access_tokens', may: 'insert' },
  { on: 'oauth.access_tokens', may: 'delete' },
  { on: 'oauth.refresh_tokens', may: 'select' },
  { on: 'oauth.refresh_tokens', may: 'insert' },
  { on: 'oauth.refresh_tokens', may: 'update', columns: ['used_at', 'successor_salt'] },
  { on: 'oauth.refresh_tokens', may: 'delete' },
  { on: 'oauth.reading_links', may: 'select' },
  {
    on: 'oauth.reading_links',
    may: 'insert',
    columns: ['token_hash', 'grant_id', 'company_id', 'user_id', 'prompt', 'expires_at'],
  },
  {
    on: 'accounts.companies',
    may: 'select',
    columns: ['id', 'name', 'plan', 'time_zone', 'requires_second_factor'],
  },
  // Processes of the former version read these two of users; see the migration `0014-memberships`.
  {
    on: 'accounts.users',
    may: 'select',
    columns: ['id', 'name', 'company_id', 'role', 'second_factor_since'],
  },
  { on: 'accounts.memberships', may: 'select', columns: ['user_id', 'company_id', 'role'] },
  { on: 'accounts.api_keys', may: 'select', columns: ['id', 'company_id', 'name'] },
  { on: 'accounts.audit_outbox', may: 'insert' },
]
