import { StartFault, VERSION } from '@ecmr/runtime'
import { escapeIdentifier, type Pool } from 'pg'

const MOST_NAMED = 3
/** Where the migration library keeps the names of the migrations that were made in a schema. */
export const MIGRATIONS_TABLE = 'kysely_migration'

/** A newer release has changed the tables in a way that this one does not know. To work with them could damage what they hold. */
export class SchemaIsNewer extends StartFault {
  override readonly name = 'SchemaIsNewer'

  constructor(schema: string, unknown: readonly string[]) {
    super(
      `The tables in the schema ${schema} of PostgreSQL were changed by a newer release than this one (${VERSION}), which does not know ${listed(unknown)}. ` +
        'Start the newer release again; to go back to this one, restore the backup that was made before the upgrade (CHANGELOG names what cannot be undone).',
    )
  }
}

/** How the tables of a schema differ from what a release knows. */
export interface SchemaDifference {
  /** migrations that were made, and that the release does not have */
  readonly unknown: readonly string[]
  /** migrations that the release has, and that were not made */
  readonly missing: readonly string[]
}

/** Compares the migrations that were made in a schema with those that a release has. */
export async function schemaDifference(
  pool: Pool,
  schema: string,
  names: readonly string[],
): Promise<SchemaDifference> {
  const made = await migrationsIn(pool, schema)
  return {
    unknown: made.filter((name) => !names.includes(name)),
    missing: names.filter((name) => !made.includes(name)),
  }
}

/**
 * Whether a newer release has been at a schema and this one can work with what it made.
 *
 * @throws SchemaIsNewer when it cannot
 */
export async function isDoneByNewer(pool: Pool, schema: string, names: readonly string[]): Promise<boolean> {
  const { unknown, missing } = await schemaDifference(pool, schema, names)
  if (unknown.length === 0) return false
  if (missing.length > 0 || !unknown.every(isExpansion)) throw new SchemaIsNewer(schema, unknown)
  return true
}

/** Whether a migration only adds what the release before can do without. */
export function isExpansion(name: string): boolean {
  return name.endsWith('.expand')
}

async function migrationsIn(pool: Pool, schema: string): Promise<readonly string[]> {
  // `to_regclass` would have the connection remember that there is no such schema, past the moment when another makes it.
  const { rows } = await pool.query(
    'select from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = $1 and relname = $2',
    [schema, MIGRATIONS_TABLE],
  )
  if (rows.length === 0) return []
  const made = await pool.query<{ name: string }>(
    `select name from ${escapeIdentifier(schema)}.${MIGRATIONS_TABLE} order by name`,
  )
  return made.rows.map(({ name }) => name)
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
