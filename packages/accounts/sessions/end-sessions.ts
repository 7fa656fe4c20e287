import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { User } from '../users/user.js'

type Whose = Pick<User, 'id' | 'company_id'>

/** Ends one of a person's sessions by its id. False when he has no such session. */
export async function endSessionOf(
  pool: Pool,
  user: Whose,
  sessionId: string,
  actor: AuditActor,
): Promise<boolean> {
  if (!validate(sessionId)) return false
  return (await end(pool, user, { only: sessionId }, actor)) > 0
}

/** Ends all of a person's sessions except one, and returns how many. */
export function endOtherSessions(
  pool: Pool,
  user: Whose,
  keepSessionId: string,
  actor: AuditActor,
): Promise<number> {
  return end(pool, user, { except: keepSessionId }, actor)
}

function end(
  pool: Pool,
  user: Whose,
  which: { readonly only: string } | { readonly except: string },
  actor: AuditActor,
): Promise<number> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const mine = tx.deleteFrom('accounts.sessions').where('user_id', '=', user.id)
      const ended = 'only' in which ? mine.where('id', '=', which.only) : mine.where('id', '<>', which.except)
      const sessions = (await ended.returning('id').execute()).length
      if (sessions === 0) return 0
      const data = { user_id: user.id, sessions }
      await recordAudit(tx, { company_id: user.company_id, type: 'UserSessionsEnded', data, actor })
      return sessions
    })
}
