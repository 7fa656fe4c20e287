import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Membership } from '../memberships/membership.js'
import { accountsDb } from '../db.js'
import type { SignedIn } from '../sessions/sessions.js'

/** Whether a person has yet to set up the second factor that a company requires. */
export function lacksSecondFactor(
  { secondFactor }: Pick<SignedIn, 'secondFactor'>,
  { requires_second_factor }: Pick<Membership, 'requires_second_factor'>,
): boolean {
  return requires_second_factor && secondFactor === null
}

/** The people of a company who have a second factor, by id. */
export async function peopleWithSecondFactor(pool: Pool, company: CompanyId): Promise<ReadonlySet<string>> {
  const rows = await accountsDb(pool)
    .selectFrom('accounts.memberships as m')
    .innerJoin('accounts.users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.company_id', '=', accountOf(company))
    .where('u.second_factor_since', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
