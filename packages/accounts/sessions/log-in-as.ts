import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import { beginSession } from './begin-session.js'
import type { LoginPlace } from './start-session.js'

/** Begins a session for somebody who has proved in another way who he is, such as by a link. */
export function logInAs(pool: Pool, userId: string, place: LoginPlace): Promise<{ readonly token: string }> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const { token } = await beginSession(tx, userId, { place, by: 'link' })
      return { token }
    })
}
