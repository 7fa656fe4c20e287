import { kyselyOver } from '@ecmr/postgres'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import { accountSubject, networkSubject } from './subjects.js'

// An account is left alone after so many failures, and then after each further one for twice as long.
const FAILURES_BEFORE_PAUSE = 5
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 15 * 60
// The pause is as long as it gets before the exponent comes to this.
const MOST_DOUBLINGS = 10
/** After so long without a failure an account's are forgotten. */
export const FORGOTTEN_AFTER_SECONDS = 24 * 3_600

// From one network so many may fail in a window of so long, whichever accounts they try.
const FAILURES_PER_NETWORK = 30
const NETWORK_WINDOW_SECONDS = 15 * 60

export type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

/** Who tries to prove who he is, and from where, if that counts. */
export interface Tried {
  readonly email: string
  readonly address?: string
}

/**
 * Asks whether a password may be tried. An attempt counts as a failure until it has succeeded: otherwise those that are
 * made at the same time would all be let through. A refused one counts for nothing.
 */
export function takeAttempt(pool: Pool, { email, address }: Tried): Promise<Attempt> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const network = address === undefined ? undefined : networkSubject(address)
      if (network && !(await countNetwork(tx, network))) return refused(tx, network)
      const account = accountSubject(email)
      if (await countAccount(tx, account)) return { ok: true }
      if (network) await giveBack(tx, network)
      return refused(tx, account)
    })
}

/** Clears what an account has failed, and takes back the attempt that has turned out well. */
export async function attemptSucceeded(tx: Kysely<AccountsTables>, { email, address }: Tried): Promise<void> {
  if (address !== undefined) await giveBack(tx, networkSubject(address))
  await clearAccount(tx, email)
}

/** Clears what an account has failed. */
export async function clearAccount(tx: Kysely<AccountsTables>, email: string): Promise<void> {
  await tx.deleteFrom('accounts.failed_logins').where('subject', '=', accountSubject(email)).execute()
}

async function countAccount(tx: Kysely<AccountsTables>, subject: Uint8Array): Promise<boolean> {
  const failures = sql`case when f.last_at < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}::int)
    then 1 else f.failures + 1 end`
  const doublings = sql`least(${failures} - ${FAILURES_BEFORE_PAUSE}::int, ${MOST_DOUBLINGS}::int)`
  const seconds = sql`least(${FIRST_PAUSE_SECONDS}::int * power(2, ${doublings}), ${LONGEST_PAUSE_SECONDS}::int)`
  const { rows } = await sql`
    insert into accounts.failed_logins as f (subject, failures, last_at) values (${subject}, 1, now())
    on conflict (subject) do update set
      failures = ${failures},
      last_at = now(),
      blocked_until = case when ${failures} >= ${FAILURES_BEFORE_PAUSE}::int
        then now() + make_interval(secs => ${seconds}) end
    where f.blocked_until is null or f.blocked_until <= now()
    returning 1`.execute(tx)
  return rows.length > 0
}

async function countNetwork(tx: Kysely<AccountsTables>, subject: Uint8Array): Promise<boolean> {
  const window = sql`now() + make_interval(secs => ${NETWORK_WINDOW_SECONDS}::int)`
  const { rows } = await sql`
    insert into accounts.failed_logins as f (subject, failures, last_at, blocked_until)
    values (${subject}, 1, now(), ${window})
    on conflict (subject) do update set
      failures = case when f.blocked_until <= now() then 1 else f.failures + 1 end,
      last_at = now(),
      blocked_until = case when f.blocked_until <= now() then ${window} else f.blocked_until end
    where f.failures < ${FAILURES_PER_NETWORK}::int or f.blocked_until <= now()
    returning 1`.execute(tx)
  return rows.length > 0
}

async function giveBack(tx: Kysely<AccountsTables>, subject: Uint8Array): Promise<void> {
  await sql`update accounts.failed_logins set failures = failures - 1
    where subject = ${subject} and failures > 0`.execute(tx)
}

async function refused(tx: Kysely<AccountsTables>, subject: Uint8Array): Promise<Attempt> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from accounts.failed_logins where subject = ${subject}`.execute(tx)
  return { ok: false, reason: 'too_many', retryAfterSeconds: rows[0]?.seconds ?? 1 }
}
