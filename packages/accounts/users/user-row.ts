import type { Selectable } from 'kysely'
import type { AccountsTables } from '../tables.js'
import type { User } from './user.js'

/** The columns that may be shown. */
export const userColumns = [
  'id',
  'company_id',
  'email',
  'name',
  'role',
  'language',
  'last_login_at',
  'created_at',
] as const satisfies readonly (keyof AccountsTables['accounts.users'])[]

type Row = Pick<Selectable<AccountsTables['accounts.users']>, (typeof userColumns)[number]>

export function userFromRow(row: Row): User {
  return {
    ...row,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
