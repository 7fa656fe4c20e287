import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import { newLink } from '../links/new-link.js'
import type { Outside } from '../logins/attempts.js'
import { type Counted, countAll, type Rule } from '../logins/counted.js'
import { resetsFromSubject, resetsSubject } from '../logins/subjects.js'
import type { AccountsTables } from '../tables.js'
import { findUser } from '../users/find-user.js'
import { lockUser } from '../users/lock-user.js'
import type { User } from '../users/user.js'
import { endResets } from './end-resets.js'

// More would only fill somebody's mailbox.
const FROM_ONE_PLACE: Rule = { kind: 'window', most: 5, seconds: 3_600 }
const FROM_ALL_STRANGERS: Rule = { kind: 'window', most: 20, seconds: 3_600 }

/**
 * Makes the link, good for an hour, by which somebody who has forgotten his password chooses another. `undefined` when the address
 * has no account or has had too many links within an hour; tell whoever asks the same in each case.
 *
 * Limits are counted by the place that asks: what strangers ask for uses up none of the links of a browser that the owner uses.
 * Nor does it end links that were asked for elsewhere, of which he may be about to follow one; the operator's ends them all.
 *
 * @param from absent: the operator asks, who is not limited
 */
export async function requestReset(
  pool: Pool,
  email: string,
  actor: AuditActor,
  from?: Outside,
): Promise<{ readonly token: string; readonly user: User } | undefined> {
  const known = await findUser(pool, email)
  if (known === undefined) return undefined
  if (from && !(await countAll(pool, countedFor(known.email, from))).ok) return undefined
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const user = await lockUser(tx, known.id)
      if (user === undefined) return undefined
      const details = from && { asked_from: placeOf(user.email, from) }
      await endResets(tx, user.id, details?.asked_from)
      const { token } = await newLink(tx, { purpose: 'reset', user_id: user.id, ...(details && { details }) })
      await recordAudit(tx, {
        company_id: user.company_id,
        type: 'UserPasswordResetRequested',
        data: { user_id: user.id },
        actor,
      })
      return { token, user }
    })
}

/** A name of the place, which tells nothing. */
function placeOf(email: string, from: Outside): string {
  return Buffer.from(resetsFromSubject(email, from)).toString('base64url')
}

function countedFor(email: string, from: Outside): readonly Counted[] {
  const fromThere = { subject: resetsFromSubject(email, from), rule: FROM_ONE_PLACE }
  if (from.kind === 'device') return [fromThere]
  return [fromThere, { subject: resetsSubject(email), rule: FROM_ALL_STRANGERS }]
}
