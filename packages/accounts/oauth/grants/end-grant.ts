import { accountOf, type CompanyId } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, recordAudit } from '../../audit/record-audit.js'
import { inTransaction, type Tx } from '../../db.js'
import type { EndReason } from '../model.js'
import type { OauthTables } from '../tables.js'

/** A grant locked until the transaction ends. */
export type HeldGrant = Pick<
  Selectable<OauthTables['oauth.grants']>,
  'id' | 'client_id' | 'company_id' | 'user_id' | 'scopes' | 'resource'
> & {
  readonly client_name: string
  /** neither ended nor expired */
  readonly isAlive: boolean
}

export const isAlive = sql<boolean>`(g.ended_at is null and g.expires_at > now())`

/**
 * Holds the grant that a code or refresh token belongs to. Uses, renewals and ends of one grant happen one at a time.
 */
export async function holdGrantOf(
  tx: Tx,
  table: 'oauth.codes' | 'oauth.refresh_tokens',
  hash: Uint8Array,
): Promise<HeldGrant | undefined> {
  return heldGrants(tx)
    .where('g.id', '=', (where) => where.selectFrom(table).select('grant_id').where('hash', '=', hash))
    .executeTakeFirst()
}

/** The grants that a condition chooses, in the order that avoids deadlocks. */
function heldGrants(tx: Tx) {
  return tx
    .selectFrom('oauth.grants as g')
    .innerJoin('oauth.clients as c', 'c.id', 'g.client_id')
    .select(['g.id', 'g.client_id', 'g.company_id', 'g.user_id', 'g.scopes', 'g.resource'])
    .select(['c.name as client_name', isAlive.as('isAlive')])
    .orderBy('g.id')
    .forNoKeyUpdate('g')
}

/** Ends a grant that is held and alive, with all its tokens, and notes it on the audit trail. */
export async function endHeldGrant(
  tx: Tx,
  grant: HeldGrant,
  reason: EndReason,
  actor: AuditActor = assistant(grant),
): Promise<void> {
  const { id, client_name, company_id } = grant
  await tx
    .updateTable('oauth.grants')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('oauth.access_tokens').where('grant_id', '=', id).execute()
  await tx.deleteFrom('oauth.refresh_tokens').where('grant_id', '=', id).execute()
  const data = { grant_id: id, client_name, reason }
  await recordAudit(tx, { company_id, type: 'AssistantDisconnected', data, actor })
}

/**
 * Ends a grant because a code or refresh token of it was used a second time: one of the two
 * uses was a thief's, and it is unknown which (RFC 9700, section 4.14.2).
 */
export async function endReused(tx: Tx, grant: HeldGrant, token: 'code' | 'refresh_token'): Promise<void> {
  const data = { grant_id: grant.id, client_name: grant.client_name, token }
  const { company_id } = grant
  await recordAudit(tx, { company_id, type: 'AssistantTokenReused', data, actor: assistant(grant) })
  await endHeldGrant(tx, grant, `${token}_reused`)
}

function assistant({ id }: HeldGrant): AuditActor {
  return { kind: 'oauth_grant', id }
}

/** Ends all assistants that a person has connected, or those that read for one company; the audit trails record each. */
export async function endGrantsOfPerson(
  tx: Tx,
  userId: string,
  reason: 'person_removed' | 'password_changed',
  actor: AuditActor,
  company?: CompanyId,
): Promise<void> {
  const grants = await heldGrants(tx)
    .where('g.user_id', '=', userId)
    .$if(company !== undefined, (query) => query.where('g.company_id', '=', String(company)))
    .execute()
  for (const grant of grants) if (grant.isAlive) await endHeldGrant(tx, grant, reason, actor)
}

/**
 * Ends an assistant's access at once, with all its tokens, and notes it on the audit trail. False when the company has no such
 * assistant (any more).
 */
export async function endGrant(
  pool: Pool,
  company: CompanyId,
  grantId: string,
  actor: AuditActor,
): Promise<boolean> {
  if (!validate(grantId)) return false
  return inTransaction(pool, async (tx) => {
    const grant = await heldGrants(tx)
      .where('g.id', '=', grantId)
      .where('g.company_id', '=', accountOf(company))
      .executeTakeFirst()
    if (!grant?.isAlive) return false
    await endHeldGrant(tx, grant, 'disconnected', actor)
    return true
  })
}
