import { accountOf, type CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb } from '../db.js'
import type { User } from '../users/user.js'

/** How far a company has come with its first steps, as far as accounts know. */
export interface FirstSteps {
  /** it has or had an API key */
  readonly hasKey: boolean
  /** it has more than one person, or has invited one */
  readonly hasColleague: boolean
  /** this person does not want to see them any more */
  readonly isHidden: boolean
}

/** Reads it with one statement that stops at the first row of each kind. */
export async function firstSteps(
  pool: Pool,
  company: CompanyId,
  user: Pick<User, 'id'>,
): Promise<FirstSteps> {
  const account = accountOf(company)
  const { rows } = await sql<FirstSteps>`
    select exists (select from accounts.api_keys where company_id = ${account}) as "hasKey",
      exists (select from accounts.memberships where company_id = ${account} and user_id <> ${user.id})
        or exists (select from accounts.links
          where company_id = ${account} and purpose = 'invitation' and used_at is null and expires_at > now())
        as "hasColleague",
      exists (select from accounts.memberships where user_id = ${user.id} and company_id = ${account}
        and first_steps_hidden_at is not null) as "isHidden"`.execute(accountsDb(pool))
  return rows[0] ?? { hasKey: false, hasColleague: false, isHidden: false }
}

/** Puts the first steps of a company away for a person. */
export async function hideFirstSteps(pool: Pool, user: Pick<User, 'id' | 'company_id'>): Promise<void> {
  await pool.query(
    `update accounts.memberships set first_steps_hidden_at = now()
     where user_id = $1 and company_id = $2 and first_steps_hidden_at is null`,
    [user.id, user.company_id],
  )
}
