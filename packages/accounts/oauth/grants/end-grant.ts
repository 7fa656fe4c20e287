import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { AuditActor } from '../../audit/audit-entry.js'

/**
 * Ends an assistant's access at once, with all its tokens, and notes it on the audit trail. False when the company has no such
 * assistant (any more).
 */
export async function endGrant(
  _pool: Pool,
  _company: CompanyId,
  _grantId: string,
  _actor: AuditActor,
): Promise<boolean> {
  throw new Error('not built yet')
}
