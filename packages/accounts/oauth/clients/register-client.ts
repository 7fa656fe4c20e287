import { kyselyOver } from '@ecmr/postgres'
import { sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import { networkSubject } from '../../logins/subjects.js'
import { newSecret } from '../secrets.js'
import type { OauthTables } from '../tables.js'
import type { NewClient, OauthClient } from './client.js'
import { clientColumns, clientFromRow } from './client-row.js'

// An office of many people is one network; a flood is far more.
const CLIENTS_PER_NETWORK = 300
const WINDOW_SECONDS = 3_600

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
  pool: Pool,
  client: NewClient,
  from: { readonly address: string },
): Promise<Registered> {
  const network = networkSubject(from.address)
  const secret = client.auth_method === 'none' ? undefined : newSecret('client_secret')
  return kyselyOver<OauthTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const retryAfterSeconds = await secondsToWait(tx, network)
      if (retryAfterSeconds !== undefined) return { ok: false, reason: 'too_many', retryAfterSeconds }
      const row = await tx
        .insertInto('oauth.clients')
        .values({
          id: uuidv4(),
          name: client.name,
          redirect_uris: [...client.redirect_uris],
          auth_method: client.auth_method,
          application_type: client.application_type,
          client_uri: client.client_uri,
          software_id: client.software_id,
          software_version: client.software_version,
          secret_hash: secret?.hash ?? null,
          network,
        })
        .returning(clientColumns)
        .executeTakeFirstOrThrow()
      return { ok: true, client: clientFromRow(row), ...(secret && { secret: secret.clear }) }
    })
}

/** Until the network may register another one; `undefined`: it may now. One at a time, lest many at once all be let through. */
async function secondsToWait(tx: Transaction<OauthTables>, network: Uint8Array): Promise<number | undefined> {
  const name = `ecmr:oauth-clients:${Buffer.from(network).toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from created_at - now()) + ${WINDOW_SECONDS}::int))::int as seconds
    from oauth.clients
    where network = ${network} and created_at > now() - make_interval(secs => ${WINDOW_SECONDS}::int)
    order by created_at desc offset ${CLIENTS_PER_NETWORK - 1}::int limit 1`.execute(tx)
  return rows[0]?.seconds
}
