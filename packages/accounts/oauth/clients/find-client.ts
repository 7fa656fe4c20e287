import type { Pool } from 'pg'
import type { OauthClient } from './client.js'

/** A registered client; `undefined` for an id that is malformed or unknown. */
export async function findClient(_pool: Pool, _id: string): Promise<OauthClient | undefined> {
  throw new Error('not built yet')
}
