import type { Pool } from 'pg'
import { accountsDb } from '../db.js'

const AT_ONCE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Seals the secrets of all authenticator apps with another key. It can be broken off and run again at any time.
 *
 * @param reseal gives what is sealed for a person, sealed anew
 */
export async function resealApps(
  pool: Pool,
  reseal: (sealed: string, userId: string) => string,
): Promise<void> {
  const db = accountsDb(pool)
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const rows = await db
      .selectFrom('accounts.authenticator_apps')
      .select(['user_id', 'secret', 'next_secret'])
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(AT_ONCE)
      .execute()
    for (const { user_id, secret, next_secret } of rows) {
      const sealed = {
        secret: secret && reseal(secret, user_id),
        next_secret: next_secret && reseal(next_secret, user_id),
      }
      if (sealed.secret === secret && sealed.next_secret === next_secret) continue
      await db.updateTable('accounts.authenticator_apps').set(sealed).where('user_id', '=', user_id).execute()
    }
    after = rows.at(-1)?.user_id
  }
}
