import { timingSafeEqual } from 'node:crypto'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { hashOf } from '../secrets.js'
import type { OauthTables } from '../tables.js'
import type { AuthMethod, OauthClient } from './client.js'
import { clientColumns, clientFromRow } from './client-row.js'

/** How somebody says at the token endpoint which client he is. */
export interface ClientProof {
  readonly id: string
  readonly method: AuthMethod
  /** absent with `none` */
  readonly secret?: string
}

/**
 * The client that a caller has proved to be; `undefined` when it is unknown, the secret is wrong, or the proof is not made
 * by the method that the client registered for.
 */
export async function authenticateClient(pool: Pool, proof: ClientProof): Promise<OauthClient | undefined> {
  if (!validate(proof.id)) return undefined
  const row = await kyselyOver<OauthTables>(pool)
    .selectFrom('oauth.clients')
    .select(clientColumns)
    .select('secret_hash')
    .where('id', '=', proof.id)
    .executeTakeFirst()
  if (row?.auth_method !== proof.method) return undefined
  const { secret_hash, ...client } = row
  return isProved(secret_hash, proof.secret) ? clientFromRow(client) : undefined
}

/** @param stored null: a public client, which has no secret and may not come with one */
function isProved(stored: Uint8Array | null, secret: string | undefined): boolean {
  if (stored === null || secret === undefined) return stored === null && secret === undefined
  const hash = hashOf('client_secret', secret)
  return hash !== undefined && timingSafeEqual(stored, hash)
}
