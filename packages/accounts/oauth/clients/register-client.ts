import type { Pool } from 'pg'
import type { NewClient, OauthClient } from './client.js'

/** What came of a registration. */
export type Registered =
  /** `secret` is handed over once and not stored; absent for public clients */
  | { readonly ok: true; readonly client: OauthClient; readonly secret?: string }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

/**
 * Registers a client (RFC 7591). Anybody may, so each network may only so often; clients that nobody grants anything are
 * forgotten by `pruneOauth`.
 *
 * @param address network address of the caller
 */
export async function registerClient(
  _pool: Pool,
  _client: NewClient,
  _from: { readonly address: string },
): Promise<Registered> {
  throw new Error('not built yet')
}
