import type { Pool } from 'pg'
import type { AuthMethod, OauthClient } from './client.js'

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
export async function authenticateClient(_pool: Pool, _proof: ClientProof): Promise<OauthClient | undefined> {
  throw new Error('not built yet')
}
