import { timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v4 as uuidv4, validate } from 'uuid'
import { accountsDb, inTransaction, type Tx } from '../db.js'
import { networkSubject } from '../logins/subjects.js'
import { isDocumentUrl } from './client-documents.js'
import type { AuthMethod, NewClient, OauthClient } from './model.js'
import { hashOf, newSecret } from './secrets.js'
import type { OauthTables } from './tables.js'

const clientColumns = [
  'id',
  'name',
  'redirect_uris',
  'auth_method',
  'application_type',
  'client_uri',
  'software_id',
  'software_version',
  'document_url',
  'created_at',
] as const satisfies readonly (keyof OauthTables['oauth.clients'])[]

type Row = Pick<Selectable<OauthTables['oauth.clients']>, (typeof clientColumns)[number]>

function clientFromRow(row: Row): OauthClient {
  return { ...row, created_at: row.created_at.toISOString() }
}

/** A registered client; `undefined` for an id that is malformed or unknown. */
export async function findClient(pool: Pool, id: string): Promise<OauthClient | undefined> {
  if (!validate(id)) return undefined
  const row = await accountsDb(pool)
    .selectFrom('oauth.clients')
    .select(clientColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && clientFromRow(row)
}

/** How a client authenticates at the token endpoint. */
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
  const column = validate(proof.id) ? 'id' : 'document_url'
  if (column === 'document_url' && !isDocumentUrl(proof.id)) return undefined
  const row = await accountsDb(pool)
    .selectFrom('oauth.clients')
    .select(clientColumns)
    .select('secret_hash')
    .where(column, '=', proof.id)
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

// An office of many people is one network; a flood is far more.
const CLIENTS_PER_NETWORK = 300
const WINDOW_SECONDS = 3_600

/**
 * Stores what the document of a client says by now, so that the client can be asked about and get tokens.
 *
 * @param documentUrl its `client_id`
 */
export async function storeDocumentClient(
  pool: Pool,
  documentUrl: string,
  { name, redirect_uris, auth_method, ...others }: NewClient,
): Promise<OauthClient> {
  const said = {
    name,
    redirect_uris: [...redirect_uris],
    auth_method,
    ...others,
    created_at: sql<Date>`now()`,
  }
  const row = await accountsDb(pool)
    .insertInto('oauth.clients')
    .values({ ...said, id: uuidv4(), document_url: documentUrl })
    .onConflict((conflict) => conflict.column('document_url').doUpdateSet(said))
    .returning(clientColumns)
    .executeTakeFirstOrThrow()
  return clientFromRow(row)
}

export type Registered =
  /** `secret` is handed over once and not stored; absent for public clients */
  | { readonly ok: true; readonly client: OauthClient; readonly secret?: string }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

/**
 * Registers a client (RFC 7591). Any caller may, so each network is limited; `pruneOauth` deletes clients without
 * grants.
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
  return inTransaction(pool, async (tx) => {
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
async function secondsToWait(tx: Tx, network: Uint8Array): Promise<number | undefined> {
  const name = `ecmr:oauth-clients:${Buffer.from(network).toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from created_at - now()) + ${WINDOW_SECONDS}::int))::int as seconds
    from oauth.clients
    where network = ${network} and created_at > now() - make_interval(secs => ${WINDOW_SECONDS}::int)
    order by created_at desc offset ${CLIENTS_PER_NETWORK - 1}::int limit 1`.execute(tx)
  return rows[0]?.seconds
}
