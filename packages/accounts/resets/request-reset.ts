import { kyselyOver } from '@ecmr/postgres'
import { sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import { newLink } from '../links/new-link.js'
import type { AccountsTables } from '../tables.js'
import { userWith } from '../users/find-user.js'
import { lockUser } from '../users/lock-user.js'
import type { User } from '../users/user.js'
import { endResets } from './end-resets.js'

// More would only fill somebody's mailbox, and end the link that he is about to follow.
const MOST_AN_HOUR = 5

/**
 * Makes the link, good for an hour, by which somebody who has forgotten his password chooses another. It ends those that
 * were made before. `undefined` when the address has no account, or has had five links within an hour, which does not
 * keep the operator from making more; tell whoever asks the same in each case.
 */
export function requestReset(
  pool: Pool,
  email: string,
  actor: AuditActor,
): Promise<{ readonly token: string; readonly user: User } | undefined> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const found = await userWith(tx, email)
      const user = found && (await lockUser(tx, found.id))
      if (user === undefined) return undefined
      if (actor.kind !== 'operator' && (await madeWithinAnHour(tx, user.id)) >= MOST_AN_HOUR) return undefined
      await endResets(tx, user.id)
      const { token } = await newLink(tx, { purpose: 'reset', user_id: user.id })
      await recordAudit(tx, {
        company_id: user.company_id,
        type: 'UserPasswordResetRequested',
        data: { user_id: user.id },
        actor,
      })
      return { token, user }
    })
}

async function madeWithinAnHour(tx: Transaction<AccountsTables>, userId: string): Promise<number> {
  const { made } = await tx
    .selectFrom('accounts.links')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return made
}
