import { sql, type Transaction } from 'kysely'
import type { AuditActor } from '../../audit/audit-entry.js'
import { recordAudit } from '../../audit/record-audit.js'
import type { OauthTables } from '../tables.js'
import type { EndReason } from './grant.js'
import type { HeldGrant } from './hold-grant.js'

/** Ends a grant that is held and alive, with all its tokens, and notes it on the audit trail. */
export async function endHeldGrant(
  tx: Transaction<OauthTables>,
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
 * Ends a grant because a code or refresh token of it was used a second time: either the client or somebody else has it from a
 * thief, and nobody can tell which (RFC 9700, section 4.14.2).
 */
export async function endReused(
  tx: Transaction<OauthTables>,
  grant: HeldGrant,
  token: 'code' | 'refresh_token',
): Promise<void> {
  const data = { grant_id: grant.id, client_name: grant.client_name, token }
  const { company_id } = grant
  await recordAudit(tx, { company_id, type: 'AssistantTokenReused', data, actor: assistant(grant) })
  await endHeldGrant(tx, grant, `${token}_reused`)
}

function assistant({ id, client_name }: HeldGrant): AuditActor {
  return { kind: 'oauth_grant', id, name: client_name }
}
