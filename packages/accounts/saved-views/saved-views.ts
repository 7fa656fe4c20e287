import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { v7 as uuidv7, validate } from 'uuid'
import { accountsDb, inTransaction } from '../db.js'
import { lockUser } from '../users/users.js'

/** A list as a person wants to find it again. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** the query of the list's address */
  readonly query: string
}

/** Whose views: each person has their own in each company. */
export interface ViewOwner {
  readonly userId: string
  readonly company: CompanyId
}

export const MOST_VIEWS = 20
/** characters */
export const LONGEST_VIEW_NAME = 60
/** bytes */
export const LARGEST_VIEW = 2_000

/** A person's saved views by name. */
export async function listViews(pool: Pool, { userId, company }: ViewOwner): Promise<readonly SavedView[]> {
  return accountsDb(pool)
    .selectFrom('accounts.saved_views')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', userId)
    .where('company_id', '=', accountOf(company))
    .orderBy('name')
    .execute()
}

/** Saves a view; one of the same name is replaced. Nothing is saved beyond `MOST_VIEWS`. */
export function saveView(
  pool: Pool,
  { userId, company }: ViewOwner,
  { name, query }: Omit<SavedView, 'id'>,
): Promise<'saved' | 'too_many'> {
  return inTransaction(pool, async (tx) => {
    await lockUser(tx, userId)
    const owner = { user_id: userId, company_id: accountOf(company) }
    const others = await tx
      .selectFrom('accounts.saved_views')
      .select('id')
      .where('user_id', '=', owner.user_id)
      .where('company_id', '=', owner.company_id)
      .where('name', '<>', name)
      .execute()
    if (others.length >= MOST_VIEWS) return 'too_many'
    await tx
      .insertInto('accounts.saved_views')
      .values({ id: uuidv7(), ...owner, name, query })
      .onConflict((clash) => clash.columns(['user_id', 'company_id', 'name']).doUpdateSet({ query }))
      .execute()
    return 'saved'
  })
}

/** Deletes a person's view. False: they have no such view. */
export async function deleteView(pool: Pool, owner: ViewOwner, id: string): Promise<boolean> {
  if (!validate(id)) return false
  const { numDeletedRows } = await accountsDb(pool)
    .deleteFrom('accounts.saved_views')
    .where('id', '=', id)
    .where('user_id', '=', owner.userId)
    .where('company_id', '=', accountOf(owner.company))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
