import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../db.js'
import { type Counts, countAll, type Rule } from '../logins/counted.js'
import { secondStepSubject } from '../logins/subjects.js'
import { recordForPerson } from '../memberships/memberships.js'
import { type BegunSession, beginSession, type LoginPlace } from '../sessions/begin-session.js'
import { identified } from '../sessions/identified.js'
import { takeAppCode } from './apps.js'
import { takeChallenge } from './challenges.js'
import type { SecondFactorUsed } from './model.js'
import type { PasskeySite } from './passkey-site.js'
import { type PasskeyShown, shownPasskey, usePasskey } from './passkeys.js'
import { type PendingLogin, takePending, tryPending } from './pending-logins.js'
import { takeRecoveryCode } from './recovery-codes.js'
import type { AppSecrets } from './second-factor.js'

// As the password is known by then, strangers come this far only with it.
const FROM_STRANGERS: Rule = { kind: 'pauses', free: 10 }
const FROM_ONE_DEVICE: Rule = { kind: 'pauses', free: 5 }

/** What is typed or shown in the second step. */
export type SecondStep =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: AuthenticationResponseJSON; readonly site: PasskeySite }

export type SecondStepTaken =
  | {
      readonly ok: true
      readonly with: SecondFactorUsed
      readonly userId: string
      /** absent: the person has identified themself anew in their session */
      readonly begun?: BegunSession
      /** after one of them was used */
      readonly recoveryCodesLeft?: number
    }
  /**
   * `over`: the login waits no more; `unreadable`: the app's secret was sealed with another SECRET_KEY; `unverified`: the passkey is right, and the device has not
   * made sure who holds it, which is not enough for a login without a password
   */
  | {
      readonly ok: false
      readonly reason: 'wrong' | 'over' | 'unreadable' | 'unverified' | 'no_company'
    }
  | Exclude<Counts, { ok: true }>

interface Taking {
  readonly pool: Pool
  readonly secrets: AppSecrets
  readonly pending: PendingLogin
  readonly place: LoginPlace
  /** the browser's name if it is known for this account: see `knownDevices` */
  readonly device?: string | undefined
  readonly now: Date
}

/**
 * Takes the second step of a login, or the whole of one by passkey. Every try is counted before anything is compared: five for a login that
 * waits, and codes also for the person, by known browsers apart from others.
 */
export async function takeSecondStep(taking: Taking, step: SecondStep): Promise<SecondStepTaken> {
  const { pool, pending } = taking
  if (!(await tryPending(pool, pending.hash))) return OVER
  if (step.kind === 'passkey') return takeByPasskey(taking, step)
  return pending.person === undefined || pending.provenBy === 'nothing'
    ? WRONG
    : takeByCode(taking, step, pending.person.id)
}

const WRONG = { ok: false, reason: 'wrong' } as const
const OVER = { ok: false, reason: 'over' } as const

async function takeByCode(
  taking: Taking,
  step: Exclude<SecondStep, { kind: 'passkey' }>,
  userId: string,
): Promise<SecondStepTaken> {
  const { pool, device } = taking
  const subject = secondStepSubject(userId, device)
  const rule = device === undefined ? FROM_STRANGERS : FROM_ONE_DEVICE
  const counts = await countAll(pool, [{ subject, rule }])
  if (!counts.ok) return counts
  return unlessFailed(pool, async (tx) => {
    if (!(await takePending(tx, taking.pending.hash))) return OVER
    const taken = await compare(tx, taking, step, userId)
    if (!taken.ok) return taken
    await tx.deleteFrom('accounts.failed_logins').where('subject', '=', subject).execute()
    return goOn(tx, taking, { userId, with: step.kind, ...taken })
  })
}

type Compared =
  | { readonly ok: true; readonly recoveryCodesLeft?: number }
  | { readonly ok: false; readonly reason: 'wrong' | 'unreadable' }

async function compare(
  tx: Tx,
  { secrets, now }: Taking,
  { kind, code }: Exclude<SecondStep, { kind: 'passkey' }>,
  userId: string,
): Promise<Compared> {
  if (kind === 'app') {
    const taken = await takeAppCode(tx, secrets, userId, { code, now })
    return taken === 'right' ? { ok: true } : { ok: false, reason: taken }
  }
  const left = await takeRecoveryCode(tx, userId, code)
  if (left === undefined) return WRONG
  const actor = { kind: 'user', id: userId } as const
  await recordForPerson(tx, userId, { type: 'UserRecoveryCodeUsed', data: { user_id: userId, left }, actor })
  return { ok: true, recoveryCodesLeft: left }
}

async function takeByPasskey(
  taking: Taking,
  { response, site }: Extract<SecondStep, { kind: 'passkey' }>,
): Promise<SecondStepTaken> {
  const { pool, pending } = taking
  const isChallenge = await takeChallenge(pool, { pending: pending.hash })
  if (isChallenge === undefined) return WRONG
  const shown = await shownPasskey(pool, site, response, isChallenge)
  if (shown === undefined || !isOfPerson(shown, pending, response)) return WRONG
  if (pending.provenBy === 'nothing' && !shown.isVerified) return { ok: false, reason: 'unverified' }
  return unlessFailed(pool, async (tx) => {
    if (!(await takePending(tx, pending.hash))) return OVER
    if (!(await usePasskey(tx, shown))) return WRONG
    return goOn(tx, taking, { userId: shown.passkey.user_id, with: 'passkey' })
  })
}

/** Who is not known yet is named by the passkey: it has to say so itself. */
function isOfPerson(
  { passkey }: PasskeyShown,
  { person }: PendingLogin,
  { response }: AuthenticationResponseJSON,
): boolean {
  return person === undefined ? Boolean(response.userHandle) : passkey.user_id === person.id
}

async function goOn(
  tx: Tx,
  { pending, place }: Taking,
  taken: {
    readonly userId: string
    readonly with: SecondFactorUsed
    readonly recoveryCodesLeft?: number
  },
): Promise<SecondStepTaken> {
  const { sessionId, company, provenBy } = pending
  const { userId } = taken
  if (sessionId !== undefined) {
    return (await identified(tx, { sessionId, userId }, taken.with)) ? { ok: true, ...taken } : OVER
  }
  const by = provenBy === 'nothing' ? 'passkey' : provenBy
  const begun = await beginSession(tx, userId, {
    place,
    by,
    secondFactor: taken.with,
    ...(company !== undefined && { company }),
  })
  return begun ? { ok: true, ...taken, begun } : { ok: false, reason: 'no_company' }
}

/** A step that failed leaves nothing behind, but the tries that were counted before. */
async function unlessFailed(
  pool: Pool,
  work: (tx: Tx) => Promise<SecondStepTaken>,
): Promise<SecondStepTaken> {
  let failed: SecondStepTaken | undefined
  try {
    return await inTransaction(pool, async (tx) => {
      const taken = await work(tx)
      if (taken.ok) return taken
      failed = taken
      throw new NotTaken()
    })
  } catch (error) {
    if (error instanceof NotTaken && failed !== undefined) return failed
    throw error
  }
}

class NotTaken extends Error {}
