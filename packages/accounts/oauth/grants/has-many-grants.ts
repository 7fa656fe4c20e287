import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { OauthTables } from '../tables.js'
import { isAlive } from './hold-grant.js'

/** Nobody uses so many assistants; more could be neither looked over nor ended in a moment when he leaves. */
const MOST_OF_PERSON = 50

/** Whether a person has let in as many assistants as he may at a time. */
export async function hasManyGrants(pool: Pool, userId: string): Promise<boolean> {
  const last = await kyselyOver<OauthTables>(pool)
    .selectFrom('oauth.grants as g')
    .select('g.id')
    .where('g.user_id', '=', userId)
    .where(isAlive)
    .limit(1)
    .offset(MOST_OF_PERSON - 1)
    .executeTakeFirst()
  return last !== undefined
}
