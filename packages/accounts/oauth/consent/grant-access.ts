import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { recordAudit } from '../../audit/record-audit.js'
import { hasAssistants } from '../../companies/company.js'
import type { Tx } from '../../db.js'
import { inTransaction } from '../../db.js'
import type { SignedIn } from '../../sessions/sessions.js'
import { redirectTarget } from '../clients/redirect-uris.js'
import { newSecret } from '../secrets.js'
import { CODE_MS } from '../tokens/issue-tokens.js'
import type { ConsentRequest } from './consent-request.js'

const codeEnds = sql<Date>`now() + make_interval(secs => ${CODE_MS / 1_000})`

/**
 * Grants a client what it has asked for, on behalf of the signed-in person, and notes it on the company's audit trail. The code
 * lives 60 s and can be redeemed once. `undefined` when the company's plan has no assistants (any more), or the person has left
 * the company.
 */
export async function grantAccess(
  pool: Pool,
  signedIn: SignedIn,
  request: ConsentRequest,
): Promise<{ readonly code: string } | undefined> {
  return inTransaction(pool, async (tx) => {
    if (!(await mayGrant(tx, signedIn))) return undefined
    const grantId = await insertGrant(tx, signedIn, request)
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
async function mayGrant(tx: Tx, { company, user }: SignedIn): Promise<boolean> {
  const booked = await tx
    .selectFrom('accounts.companies')
    .select('plan')
    .where('id', '=', company.id)
    .forShare()
    .executeTakeFirst()
  if (booked === undefined || !hasAssistants(booked.plan)) return false
  const member = await tx
    .selectFrom('accounts.users')
    .select('id')
    .where('id', '=', user.id)
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  return member !== undefined
}

async function insertGrant(tx: Tx, { company, user }: SignedIn, request: ConsentRequest): Promise<string> {
  const { client, scopes, resource } = request
  const id = uuidv7()
  const redirect_host = redirectTarget(request.redirect_uri)
  await tx
    .insertInto('oauth.grants')
    .values({
      id,
      client_id: client.id,
      company_id: company.id,
      user_id: user.id,
      scopes: [...scopes],
      resource,
      redirect_host,
      expires_at: codeEnds,
    })
    .execute()
  await recordAudit(tx, {
    company_id: company.id,
    type: 'AssistantConnected',
    data: {
      grant_id: id,
      client_id: client.id,
      client_name: client.name,
      redirect_host,
      scopes,
      user_id: user.id,
    },
    actor: { kind: 'user', id: user.id, name: user.name },
  })
  return id
}
