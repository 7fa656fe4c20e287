import type { Pool } from 'pg'
import { missingRights } from './missing-rights.js'
import { knownMigrations } from './migrate.js'
import { type Right, tableOf } from './rights.js'
import { isDoneByNewer, MIGRATIONS_TABLE } from './schema-version.js'

const START_API = 'start the api of this release, which makes the tables and says who may do what with them'

/** The right to see which migrations were made in a schema: see `requireTables`. */
export function migrationsRight(schema: string): Right {
  return { on: `${schema}.${MIGRATIONS_TABLE}`, may: 'select', columns: ['name'] }
}

/**
 * Looks whether a service that makes no tables, and gives itself no rights, can do its work: whether it has its rights, and knows
 * the tables of all schemas whose migrations it may see (`migrationsRight`).
 *
 * @param pool by connections of the role
 * @throws SchemaIsNewer; otherwise a sentence that says what an operator has to do
 */
export async function requireTables(pool: Pool, role: string, rights: readonly Right[]): Promise<void> {
  const versions = rights.filter((right) => tableOf(right).table === MIGRATIONS_TABLE)
  // First: a newer release may have taken away what this one needs.
  await requireRights(pool, role, versions)
  for (const { schema } of versions.map(tableOf)) {
    const names = knownMigrations().get(schema)
    if (names === undefined) throw new Error(`the migrations of ${schema} are not loaded`)
    await isDoneByNewer(pool, schema, names)
  }
  await requireRights(pool, role, rights)
}

/**
 * Looks whether a role has the rights that a service needs.
 *
 * @param pool by connections of the role
 * @throws a sentence that says what an operator has to do
 */
export async function requireRights(pool: Pool, role: string, rights: readonly Right[]): Promise<void> {
  const missing = await missingRights(pool, rights).catch((error: unknown) => {
    throw aboutRole(role, error) ?? error
  })
  const [first] = missing
  if (first === undefined) return
  const absent = missing.find(({ isThere }) => !isThere)
  if (absent !== undefined) throw new Error(`PostgreSQL does not have ${absent.on} yet: ${START_API}.`)
  throw new Error(`The role ${role} may not use ${first.on} as it has to: ${START_API}.`)
}

/** What is wrong with the role, when that is what keeps us from connecting. */
function aboutRole(role: string, error: unknown): Error | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case '22023':
      return new Error(
        `PostgreSQL has no role ${role}: start the api once, or, if its user may make no roles, run "create role ${role}" there and start the api again.`,
      )
    case '42501':
      return new Error(
        `The user of DATABASE_URL may not act as ${role}: run "grant ${role} to" that user in PostgreSQL, or let ${role} itself log in.`,
      )
    default:
      return undefined
  }
}
