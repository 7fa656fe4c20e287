import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AuditActor } from '../audit/record-audit.js'
import { inTransaction, type Tx } from '../db.js'
import { memberOf, membershipsOf, recordForPerson } from '../memberships/memberships.js'
import type { Person } from '../users/user.js'
import { lockUser } from '../users/users.js'
import { hasSecondFactor } from './has-second-factor.js'
import { endOthers, forgetFactors } from './second-factor.js'

export type SecondFactorReset =
  | { readonly ok: true; readonly person: Person }
  /** `none`: they have no second factor; `elsewhere`: the person acts for other companies too, whose owners have not been asked */
  | { readonly ok: false; readonly reason: 'not_found' }
  | { readonly ok: false; readonly reason: 'none' | 'elsewhere' }

/** Takes off the second factor of a person of a company who has lost it. They can set up another one after the next login. */
export function resetOfMember(
  pool: Pool,
  acting: CompanyId,
  userId: string,
  actor: AuditActor,
): Promise<SecondFactorReset> {
  const company = accountOf(acting)
  return inTransaction(pool, async (tx): Promise<SecondFactorReset> => {
    if (!validate(userId)) return { ok: false, reason: 'not_found' }
    await lockUser(tx, userId)
    if (!(await memberOf(tx, userId, company))) return { ok: false, reason: 'not_found' }
    if ((await membershipsOf(tx, userId)).length > 1) return { ok: false, reason: 'elsewhere' }
    return reset(tx, userId, 'owner', actor)
  })
}

/** Takes off a person's second factor, for the operator, whichever companies they act for. */
export function resetSecondFactor(pool: Pool, userId: string, actor: AuditActor): Promise<SecondFactorReset> {
  return inTransaction(pool, async (tx) => reset(tx, userId, 'operator', actor))
}

async function reset(
  tx: Tx,
  userId: string,
  by: 'owner' | 'operator',
  actor: AuditActor,
): Promise<SecondFactorReset> {
  const person = await lockUser(tx, userId)
  if (person === undefined) return { ok: false, reason: 'not_found' }
  if (!(await hasSecondFactor(tx, userId))) return { ok: false, reason: 'none' }
  await forgetFactors(tx, userId)
  await endOthers(tx, userId)
  const data = { user_id: userId, by }
  await recordForPerson(tx, userId, { type: 'UserSecondFactorReset', data, actor })
  return { ok: true, person }
}
