import { accountOf, type CompanyId, mayActAs } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { recordAudit } from '../audit/record-audit.js'
import { hasAssistants } from '../companies/company.js'
import { accountsDb, inTransaction, type Tx } from '../db.js'
import { hasSecondFactor } from '../second-factor/has-second-factor.js'
import { hashToken, isToken, newToken } from '../tokens.js'
import type { User } from '../users/user.js'
import { findClient } from './clients.js'
import type { ConsentRequest } from './model.js'
import { isRegisteredRedirectUri, redirectTarget } from './redirect-uris.js'
import { newSecret } from './secrets.js'
import { CODE_MS } from './tokens/issue-tokens.js'

/** Whatever a client sends for `state` it gets back, also the character NUL, which jsonb cannot hold. */
function storedState(state: string): string {
  return Buffer.from(state).toString('base64url')
}

function stateFromStored(stored: string): string {
  return Buffer.from(stored, 'base64url').toString()
}

/** How long a person has to answer; milliseconds. */
export const CONSENT_MS = 10 * 60_000

/** Keeps what a person is about to be asked. The token goes into the form, and works once, for this person only. */
export async function openConsent(
  pool: Pool,
  userId: string,
  request: ConsentRequest,
): Promise<{ readonly token: string }> {
  const { client, state, ...rest } = request
  const details = { ...rest, ...(state !== undefined && { state: storedState(state) }) }
  const { token, hash } = newToken()
  await accountsDb(pool)
    .insertInto('oauth.requests')
    .values({
      token_hash: hash,
      user_id: userId,
      client_id: client.id,
      details: JSON.stringify(details),
      expires_at: sql`now() + make_interval(secs => ${CONSENT_MS / 1_000})`,
    })
    .execute()
  return { token }
}

/** Takes a person's open request; `undefined` when it was answered before, has expired, or there is none. */
export async function takeConsent(
  pool: Pool,
  userId: string,
  token: string,
): Promise<ConsentRequest | undefined> {
  if (!isToken(token)) return undefined
  const taken = await accountsDb(pool)
    .deleteFrom('oauth.requests')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['client_id', 'details'])
    .executeTakeFirst()
  if (taken === undefined) return undefined
  const client = await findClient(pool, taken.client_id)
  if (client === undefined) return undefined
  const { state, ...rest } = taken.details
  // The document of a client may have changed since.
  if (!isRegisteredRedirectUri(client.redirect_uris, rest.redirect_uri)) return undefined
  return { ...rest, client, ...(state !== undefined && { state: stateFromStored(state) }) }
}

const codeEnds = sql<Date>`now() + make_interval(secs => ${CODE_MS / 1_000})`

/** A person who lets an assistant read, and the company for which it reads. */
interface Granting {
  readonly user: Pick<User, 'id'>
  readonly company: { readonly id: CompanyId }
}

/**
 * Grants a client what it has asked for, on behalf of the signed-in person, and notes it on the company's audit trail. The code
 * lives 60 s and can be redeemed once. `undefined` when the company's plan has no assistants (any more), or the person has left
 * the company, may only see there, or lacks the second factor that it requires.
 */
export async function grantAccess(
  pool: Pool,
  granting: Granting,
  request: ConsentRequest,
): Promise<{ readonly code: string } | undefined> {
  return inTransaction(pool, async (tx) => {
    if (!(await mayGrant(tx, granting))) return undefined
    const grantId = await insertGrant(tx, granting, request)
    const { clear, hash } = newSecret('code')
    const { redirect_uri, code_challenge } = request
    await tx
      .insertInto('oauth.codes')
      .values({ hash, grant_id: grantId, redirect_uri, code_challenge, expires_at: codeEnds })
      .execute()
    return { code: clear }
  })
}

/** The company is kept as it is until the grant is stored: `removeUser` then sees it. */
async function mayGrant(tx: Tx, { company, user }: Granting): Promise<boolean> {
  const booked = await tx
    .selectFrom('accounts.companies')
    .select(['plan', 'requires_second_factor'])
    .where('id', '=', accountOf(company.id))
    .forShare()
    .executeTakeFirst()
  if (booked === undefined || !hasAssistants(booked.plan)) return false
  if (booked.requires_second_factor && !(await hasSecondFactor(tx, user.id))) return false
  const member = await tx
    .selectFrom('accounts.memberships')
    .select('role')
    .where('user_id', '=', user.id)
    .where('company_id', '=', accountOf(company.id))
    .executeTakeFirst()
  return member !== undefined && mayActAs(member.role, 'member')
}

async function insertGrant(tx: Tx, { company, user }: Granting, request: ConsentRequest): Promise<string> {
  const { client, scopes, resource } = request
  const id = uuidv7()
  const redirect_host = redirectTarget(request.redirect_uri)
  await tx
    .insertInto('oauth.grants')
    .values({
      id,
      client_id: client.id,
      company_id: accountOf(company.id),
      user_id: user.id,
      scopes: [...scopes],
      resource,
      redirect_host,
      expires_at: codeEnds,
    })
    .execute()
  await recordAudit(tx, {
    company_id: accountOf(company.id),
    type: 'AssistantConnected',
    data: {
      grant_id: id,
      client_id: client.id,
      client_name: client.name,
      redirect_host,
      scopes,
      user_id: user.id,
    },
    actor: { kind: 'user', id: user.id },
  })
  return id
}
