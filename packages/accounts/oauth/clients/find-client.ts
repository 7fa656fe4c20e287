import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { OauthTables } from '../tables.js'
import type { OauthClient } from './client.js'
import { clientColumns, clientFromRow } from './client-row.js'

/** A registered client; `undefined` for an id that is malformed or unknown. */
export async function findClient(pool: Pool, id: string): Promise<OauthClient | undefined> {
  if (!validate(id)) return undefined
  const row = await kyselyOver<OauthTables>(pool)
    .selectFrom('oauth.clients')
    .select(clientColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && clientFromRow(row)
}
