import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '../db.js'
import { type Counted, type Counts, countAll, giveBack, type Rule } from './counted.js'
import {
  accountFromSubject,
  accountSubject,
  deviceSubject,
  insideSubject,
  networkSubject,
} from './subjects.js'

const FROM_ONE_PLACE: Rule = { kind: 'pauses', free: 5 }
// Guesses from many networks. It slows down strangers only, after more failures than an owner ever makes.
const FROM_ALL_STRANGERS: Rule = { kind: 'pauses', free: 50 }
const WHICHEVER_ACCOUNTS: Rule = { kind: 'window', most: 30, seconds: 15 * 60 }

/** Where an attempt comes from, without a session. */
export type Outside =
  /** a browser without a known login to this account */
  | { readonly kind: 'stranger'; readonly address: string }
  /** a browser in which its owner has: see `knownDevices` */
  | { readonly kind: 'device'; readonly device: string }

/** Whether a known browser asks or a stranger. */
export function outsideOf({ address }: { readonly address: string }, device: string | undefined): Outside {
  return device === undefined ? { kind: 'stranger', address } : { kind: 'device', device }
}

/** An attempt to prove an identity. */
export interface Tried {
  readonly email: string
  /** `inside`: from a session of the account */
  readonly from: Outside | { readonly kind: 'inside' }
}

/**
 * Asks whether a password may be tried. An attempt counts as a failure until it has succeeded: otherwise those that are
 * made at the same time would all be let through. A refused one counts for nothing.
 *
 * What strangers fail is counted by the account and their subnet, by the account alone, and by their network; what fails
 * in a known browser, or by who is logged in, each by itself. So strangers cannot lock owners out of the browsers they use.
 */
export function takeAttempt(pool: Pool, tried: Tried): Promise<Counts> {
  return countAll(pool, countedFor(tried))
}

function countedFor({ email, from }: Tried): readonly Counted[] {
  const account = accountSubject(email)
  const { kind } = from
  switch (kind) {
    case 'stranger':
      return [
        { subject: networkSubject(from.address), rule: WHICHEVER_ACCOUNTS },
        { subject: accountFromSubject(email, from.address), rule: FROM_ONE_PLACE, account },
        { subject: account, rule: FROM_ALL_STRANGERS, account },
      ]
    case 'device':
      return [{ subject: deviceSubject(email, from.device), rule: FROM_ONE_PLACE, account }]
    case 'inside':
      return [{ subject: insideSubject(email), rule: FROM_ONE_PLACE, account }]
    default:
      return kind satisfies never
  }
}

/**
 * Takes back the attempt that has turned out well, and forgets what has failed from the same place before. What strangers have
 * failed elsewhere stays: otherwise each login of the owner would let them guess on.
 */
export async function attemptSucceeded(tx: Tx, { email, from }: Tried): Promise<void> {
  const { kind } = from
  switch (kind) {
    case 'stranger': {
      await giveBack(tx, networkSubject(from.address))
      const failures = await clear(tx, accountFromSubject(email, from.address))
      return giveBack(tx, accountSubject(email), failures)
    }
    case 'device':
      return void (await clear(tx, deviceSubject(email, from.device)))
    case 'inside':
      return void (await clear(tx, insideSubject(email)))
    default:
      return kind satisfies never
  }
}

/** Clears what an account has failed, wherever it was. */
export async function clearAccount(tx: Tx, email: string): Promise<void> {
  const account = accountSubject(email)
  // In the order in which attempts count them: otherwise two might wait for each other.
  await sql`
    delete from accounts.failed_logins where subject in (
      select subject from accounts.failed_logins where account = ${account} or subject = ${account}
      order by subject = ${account}, subject for update)`.execute(tx)
}

/** Forgets what was counted, and returns how much it was. */
async function clear(tx: Tx, subject: Uint8Array): Promise<number> {
  const cleared = await tx
    .deleteFrom('accounts.failed_logins')
    .where('subject', '=', subject)
    .returning('failures')
    .executeTakeFirst()
  return cleared?.failures ?? 1
}
