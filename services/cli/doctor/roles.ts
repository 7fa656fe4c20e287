import type { openPool } from '@ecmr/postgres'
import { type Check, type Found, ok, warning } from './finding.js'

/** Whether services that may do little have the roles that they take. */
export const checksOfRoles = (pool: ReturnType<typeof openPool>): readonly Check[] => [
  {
    name: 'roles',
    otherwise: 'Check that the database user may read pg_roles.',
    async look() {
      const { ROLES } = await import('@ecmr/api/tables')
      const { rows } = await pool.query<{ role: string }>(
        'select rolname::text as role from pg_roles where rolname = any ($1)',
        [ROLES.map(({ role }) => role)],
      )
      return aboutRoles(
        ROLES,
        rows.map(({ role }) => role),
      )
    },
  },
]

interface Role {
  readonly role: string
  readonly without: string
}

/** @param there those that PostgreSQL has */
export function aboutRoles(roles: readonly Role[], there: readonly string[]): readonly Found[] {
  const missing = roles.filter(({ role }) => !there.includes(role))
  if (missing.length === 0)
    return [ok(`PostgreSQL has the roles ${roles.map(({ role }) => role).join(' and ')}.`)]
  return missing.map(({ role, without }) =>
    warning(
      `PostgreSQL has no role ${role}, so ${without}.`,
      `Run "create role ${role}" there as an administrator, and start the api again.`,
    ),
  )
}
