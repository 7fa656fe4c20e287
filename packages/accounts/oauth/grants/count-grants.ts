import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { OauthTables } from '../tables.js'
import { isAlive } from './hold-grant.js'

/** How many assistants a person has let in that may still read. */
export async function countGrantsOfPerson(pool: Pool, userId: string): Promise<number> {
  const { count } = await kyselyOver<OauthTables>(pool)
    .selectFrom('oauth.grants as g')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('g.user_id', '=', userId)
    .where(isAlive)
    .executeTakeFirstOrThrow()
  return Number(count)
}
