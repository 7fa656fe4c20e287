import type { ClientBase } from 'pg'

/**
 * Tables that no backup holds, and why. All others of the service are saved: a test fails for a table that is in neither list,
 * so that none is forgotten.
 */
export const NOT_SAVED: Readonly<Record<string, string>> = {
  'accounts.pending_logins': 'logins under way',
  'accounts.sessions': 'people log in again: a session that has been ended must not come back',
  'backup.places': 'how backups go',
  'broker.progress': 'how the relay is',
  'evidence.sealing': 'how the sealer is',
  'evidence.tiles': 'made anew from the log',
  'log.copies': 'marks of copies under way',
  'log.events': 'saved event by event',
  'log.home': 'follows from the configuration',
  'log.write_probe': 'empty',
  'projections.checkpoints': 'read models are made anew from the log',
  'projections.lag': 'read models are made anew from the log',
  'projections.parked': 'read models are made anew from the log',
  'webhooks.workers': 'which processes are at work',
}

/** Tables that every backup holds. */
export const SAVED: readonly string[] = [
  'accounts.api_keys',
  'accounts.audit_outbox',
  'accounts.authenticator_apps',
  'accounts.companies',
  'accounts.company_logos',
  'accounts.failed_logins',
  'accounts.former_handles',
  'accounts.links',
  'accounts.memberships',
  'accounts.notice_companies',
  'accounts.notices',
  'accounts.passkeys',
  'accounts.recovery_codes',
  'accounts.saved_views',
  'accounts.users',
  'api.idempotency_keys',
  'attachments.files',
  'backup.installation',
  'broker.checkpoints',
  'documents.links',
  'documents.mail_counts',
  'documents.outbox',
  'documents.read_counts',
  'documents.reads',
  'evidence.checkpoints',
  'evidence.log_keys',
  'number_registry.numbers',
  'oauth.access_tokens',
  'oauth.clients',
  'oauth.codes',
  'oauth.grants',
  'oauth.reading_links',
  'oauth.refresh_tokens',
  'oauth.requests',
  'privacy.data_keys',
  'privacy.erasures',
  'registers.entries',
  'signing.devices',
  'signing.links',
  'webhooks.attempts',
  'webhooks.deliveries',
  'webhooks.endpoint_health',
  'webhooks.endpoints',
  'webhooks.messages',
  'webhooks.replays',
  'webhooks.unplanned',
]

/** A table as PostgreSQL has it. */
export interface TableHere {
  readonly name: string
  /** those that are not generated from others */
  readonly columns: readonly string[]
}

// A schema is ours when it has been made by migrations; read models are made by the projections.
const TABLES = `
  with ours as (
    select n.oid, n.nspname from pg_namespace n
    where exists (select from pg_class where relnamespace = n.oid and relname = 'kysely_migration')
  )
  select nspname || '.' || relname as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class c join ours on ours.oid = relnamespace
  where relkind in ('r', 'p') and relname not like 'kysely\\_migration%'
  order by name`

/** All tables of the service but those of read models. */
export async function savableTables(client: Pick<ClientBase, 'query'>): Promise<readonly TableHere[]> {
  return (await client.query<TableHere>(TABLES)).rows
}

/** Whether a backup holds a table: one that nobody has thought of is rather saved than lost. */
export const isSaved = ({ name }: Pick<TableHere, 'name'>): boolean => NOT_SAVED[name] === undefined

/** The names of the migrations that have been applied, by schema; those of read models do not matter. */
export async function appliedMigrations(
  client: Pick<ClientBase, 'query'>,
): Promise<Readonly<Record<string, string[]>>> {
  const { rows } = await client.query<{ schema: string }>(
    `select schemaname as schema from pg_tables where tablename = 'kysely_migration' and schemaname <> 'projections'
      order by schema`,
  )
  const applied: Record<string, string[]> = {}
  for (const { schema } of rows) {
    const names = await client.query<{ name: string }>(
      `select name from ${quoted(schema)}.kysely_migration order by name`,
    )
    applied[schema] = names.rows.map(({ name }) => name)
  }
  return applied
}

/** The last value of each sequence of saved tables that has given out one. */
export async function sequencesOf(client: Pick<ClientBase, 'query'>): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select s.schemaname || '.' || s.sequencename as name, s.last_value as last from pg_sequences s
      where s.last_value is not null and exists (
        select from pg_tables t where t.schemaname = s.schemaname and t.tablename = 'kysely_migration')
      order by name`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** A name of a table with its schema, or of one thing, as SQL. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((each) => `"${each.replaceAll('"', '""')}"`)
    .join('.')
}
