import type { Db } from '../db.js'

/** Whether a person needs a second step to log in. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom('accounts.users')
    .select('second_factor_since')
    .where('id', '=', userId)
    .executeTakeFirst()
  return person?.second_factor_since != null
}
