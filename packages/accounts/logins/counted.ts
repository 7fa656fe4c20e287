import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'

const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 15 * 60
// The pause is as long as it gets before the exponent comes to this.
const MOST_DOUBLINGS = 10

/** After so long without another one failures are forgotten; it is longer than any window. */
export const FORGOTTEN_AFTER_SECONDS = 24 * 3_600

/** How much of something is let through. */
export type Rule =
  /** so many at once; then a pause after each, which doubles from half a minute to a quarter of an hour */
  | { readonly kind: 'pauses'; readonly free: number }
  /** so many in a window of so long */
  | { readonly kind: 'window'; readonly most: number; readonly seconds: number }

/** Something that is counted under a name that tells nothing. */
export interface Counted {
  readonly subject: Uint8Array
  readonly rule: Rule
  /** the account that it belongs to, as `accountSubject` names it: a reset clears all of an account's */
  readonly account?: Uint8Array
}

export type Counts =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

/**
 * Counts one more of each, unless one of them is over its limit: then nothing is counted. Those that are made at the same time
 * are counted one after the other.
 *
 * @param all in an order that every caller keeps (network, account from there, account), so that there is no deadlock
 */
export function countAll(pool: Pool, all: readonly Counted[]): Promise<Counts> {
  return inTransaction(pool, async (tx) => {
    const counted: Counted[] = []
    for (const one of all) {
      if (!(await count(tx, one))) {
        for (const { subject } of counted) await giveBack(tx, subject)
        return refused(tx, one)
      }
      counted.push(one)
    }
    return { ok: true }
  })
}

/** Takes back some that were counted. */
export async function giveBack(tx: Tx, subject: Uint8Array, times = 1): Promise<void> {
  await sql`update accounts.failed_logins set failures = greatest(failures - ${times}::int, 0)
    where subject = ${subject}`.execute(tx)
}

async function count(tx: Tx, one: Counted): Promise<boolean> {
  const { kind } = one.rule
  switch (kind) {
    case 'pauses':
      return countWithPauses(tx, one, one.rule.free)
    case 'window':
      return countInWindow(tx, one, one.rule)
    default:
      return kind satisfies never
  }
}

async function countWithPauses(tx: Tx, { subject, account }: Counted, free: number): Promise<boolean> {
  const failures = sql`case when f.last_at < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}::int)
    then 1 else f.failures + 1 end`
  const doublings = sql`least(${failures} - ${free}::int, ${MOST_DOUBLINGS}::int)`
  const seconds = sql`least(${FIRST_PAUSE_SECONDS}::int * power(2, ${doublings}), ${LONGEST_PAUSE_SECONDS}::int)`
  const { rows } = await sql`
    insert into accounts.failed_logins as f (subject, account, failures, last_at)
    values (${subject}, ${account ?? null}, 1, now())
    on conflict (subject) do update set
      failures = ${failures},
      last_at = now(),
      blocked_until = case when ${failures} >= ${free}::int
        then now() + make_interval(secs => ${seconds}) end
    where f.blocked_until is null or f.blocked_until <= now()
    returning 1`.execute(tx)
  return rows.length > 0
}

async function countInWindow(
  tx: Tx,
  { subject, account }: Counted,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<boolean> {
  const end = sql`now() + make_interval(secs => ${seconds}::int)`
  const { rows } = await sql`
    insert into accounts.failed_logins as f (subject, account, failures, last_at, blocked_until)
    values (${subject}, ${account ?? null}, 1, now(), ${end})
    on conflict (subject) do update set
      failures = case when f.blocked_until <= now() then 1 else f.failures + 1 end,
      last_at = now(),
      blocked_until = case when f.blocked_until <= now() then ${end} else f.blocked_until end
    where f.failures < ${most}::int or f.blocked_until <= now()
    returning 1`.execute(tx)
  return rows.length > 0
}

async function refused(tx: Tx, { subject }: Counted): Promise<Counts> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from accounts.failed_logins where subject = ${subject}`.execute(tx)
  return { ok: false, reason: 'too_many', retryAfterSeconds: rows[0]?.seconds ?? 1 }
}
