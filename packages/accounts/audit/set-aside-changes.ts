import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'

/** A change that the event log cannot take, as an operator looks at it: without what it was about. */
export interface SetAsideChange {
  readonly id: string
  readonly company_id: string
  readonly type: string
  readonly at: Date
  readonly set_aside_at: Date | null
  readonly reason: string | null
}

const MOST_LISTED = 1_000

/** Changes that were set aside, oldest first, 1,000 at most. */
export async function setAsideChanges(pool: Pool): Promise<readonly SetAsideChange[]> {
  return kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.audit_outbox')
    .select(['id', 'company_id', 'type', 'at', 'set_aside_at', 'set_aside_reason as reason'])
    .where('set_aside_at', 'is not', null)
    .orderBy('seq')
    .limit(MOST_LISTED)
    .execute()
}

/**
 * Puts changes that were set aside back among those that wait, and returns how many.
 *
 * @param id only this one
 */
export async function retrySetAside(pool: Pool, id?: string): Promise<number> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await kyselyOver<AccountsTables>(pool)
    .updateTable('accounts.audit_outbox')
    .set({ set_aside_at: null, set_aside_reason: null })
    .where('set_aside_at', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return Number(numUpdatedRows)
}
