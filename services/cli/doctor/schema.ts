import { isExpansion, knownMigrations, type openPool, schemaDifference } from '@ecmr/postgres'
import { VERSION } from '@ecmr/runtime'
import { type Check, type Found, ok, problem, warning } from './finding.js'

/** Whether the tables are those of this release. */
export const checksOfTables = (pool: ReturnType<typeof openPool>): readonly Check[] => [
  {
    name: 'tables',
    otherwise: 'Check that the database user may read the tables of the service.',
    async look() {
      // Loads all packages that have tables.
      await import('@ecmr/api/tables')
      const schemas = [...knownMigrations()]
      const differences = await Promise.all(
        schemas.map(async ([schema, names]) => ({
          schema,
          ...(await schemaDifference(pool, schema, names)),
        })),
      )
      const known = schemas.reduce((sum, [, names]) => sum + names.length, 0)
      return aboutTables(differences, known)
    },
  },
]

interface Difference {
  readonly schema: string
  readonly unknown: readonly string[]
  readonly missing: readonly string[]
}

/** @param known how many migrations this release has */
export function aboutTables(differences: readonly Difference[], known: number): Found {
  const unknown = named(differences, 'unknown')
  if (unknown.some((name) => !isExpansion(name)))
    return problem(
      `A newer release than this one (${VERSION}) has changed the tables: ${listed(unknown)}. Processes of this release do not start.`,
      'Use the newer release, or restore the backup that was made before the upgrade.',
    )
  if (unknown.length > 0)
    return warning(
      `A newer release than this one (${VERSION}) has added to the tables: ${listed(unknown)}. This one works without.`,
      'Go on to the newer release when it is well.',
    )
  const missing = named(differences, 'missing')
  if (missing.length > 0)
    return warning(
      `The tables are older than this release: ${listed(missing)} will be made.`,
      'Make a backup; then start the services, or run "ecmr store migrate".',
    )
  return ok(`The tables are those of this release, ${VERSION}, after ${known} migrations.`)
}

function named(differences: readonly Difference[], which: 'unknown' | 'missing'): readonly string[] {
  return differences.flatMap((one) => one[which].map((name) => `${one.schema} ${name}`))
}

const MOST_NAMED = 5

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
