import type { CompanyId } from '@ecmr/domain'
import type { Transaction } from 'kysely'
import { validate } from 'uuid'
import type { AccountsTables } from '../tables.js'
import { lockUser } from './lock-user.js'
import type { User } from './user.js'

/** A person of a company, and whether the company would be without an owner if he were none. */
export interface Person {
  readonly user: User
  readonly isLastOwner: boolean
}

/**
 * Reads a person whose role is to end. One at a time in each company: two owners who remove each other at the same moment
 * would otherwise both see one who stays.
 */
export async function lockPerson(
  tx: Transaction<AccountsTables>,
  company: CompanyId,
  userId: string,
): Promise<Person | undefined> {
  if (!validate(userId)) return undefined
  await tx
    .selectFrom('accounts.companies')
    .select('id')
    .where('id', '=', company)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const user = await lockUser(tx, userId)
  if (user?.company_id !== company) return undefined
  const otherOwner = await tx
    .selectFrom('accounts.users')
    .select('id')
    .where('company_id', '=', company)
    .where('role', '=', 'owner')
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return { user, isLastOwner: user.role === 'owner' && otherOwner === undefined }
}
