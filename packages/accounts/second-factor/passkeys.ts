import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7, validate } from 'uuid'
import { accountsDb, type Db, inTransaction, type Tx } from '../db.js'
import type { AccountsTables } from '../tables.js'
import type { Person } from '../users/user.js'
import { lockUser } from '../users/users.js'
import { newChallenge, takeChallenge } from './challenges.js'
import type { PasskeySite } from './passkey-site.js'
import { type FactorRemoved, factorAdded, type InSession, removeFactor } from './second-factor.js'

/** How many a person may have. */
export const MOST_PASSKEYS = 10
export const LONGEST_PASSKEY_NAME = 60

const RP_NAME = 'eCMR'

// It takes some 25 MB, and most processes that know accounts never need it.
const webauthn = () => import('@simplewebauthn/server')

type PasskeyRow = Selectable<AccountsTables['accounts.passkeys']>

/** What a browser is asked, to make a passkey for a person who is logged in. */
export async function passkeyToMake(
  pool: Pool,
  site: PasskeySite,
  { user, sessionId }: { readonly user: Pick<Person, 'id' | 'email' | 'name'>; readonly sessionId: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn()
  const challenge = await newChallenge(pool, { session: sessionId })
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: site.rpId,
    userID: Uint8Array.from(await handleOf(pool, user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(accountsDb(pool), user.id)).map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** By what passkeys know a person: nothing that tells who it is. */
async function handleOf(pool: Pool, id: string): Promise<Uint8Array> {
  const { passkey_handle } = await accountsDb(pool)
    .selectFrom('accounts.users')
    .select('passkey_handle')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return passkey_handle
}

// The library encodes challenges itself.
function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}

function descriptor({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) {
  return { id: credential_id, transports: transports.filter(isTransport) }
}

const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function isTransport(text: string): text is AuthenticatorTransport {
  return TRANSPORTS.includes(text)
}

function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('accounts.passkeys').selectAll().where('user_id', '=', userId).execute()
}

export type PasskeyMade =
  /** with recovery codes when it is the person's first factor; they are shown once */
  | { readonly ok: true; readonly recoveryCodes?: readonly string[] }
  /** `refused`: it is not what was asked for; `stale`: it was asked too long ago, or for another page; `known`: it is someone's already */
  | { readonly ok: false; readonly reason: 'refused' | 'stale' | 'known' | 'too_many' }

/** Takes a passkey that a browser has made. @param name chosen by the person, one line of 60 characters at most */
export async function addPasskey(
  pool: Pool,
  site: PasskeySite,
  session: InSession,
  { response, name }: { readonly response: RegistrationResponseJSON; readonly name: string },
): Promise<PasskeyMade> {
  const isChallenge = await takeChallenge(pool, { session: session.sessionId })
  if (isChallenge === undefined) return { ok: false, reason: 'stale' }
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge: isChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }))
  if (made === undefined) return { ok: false, reason: 'refused' }
  const { id, publicKey, counter, transports = [] } = made.credential
  return inTransaction(pool, async (tx): Promise<PasskeyMade> => {
    await lockUser(tx, session.user.id)
    if ((await passkeysOf(tx, session.user.id)).length >= MOST_PASSKEYS)
      return { ok: false, reason: 'too_many' }
    const inserted = await tx
      .insertInto('accounts.passkeys')
      .values({
        id: uuidv7(),
        user_id: session.user.id,
        credential_id: id,
        public_key: publicKey,
        counter,
        transports: transports.filter(isTransport),
        name,
        is_synced: made.credentialBackedUp,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) return { ok: false, reason: 'known' }
    const recoveryCodes = await factorAdded(tx, session, { factor: 'passkey', passkey_id: inserted.id })
    return { ok: true, ...(recoveryCodes && { recoveryCodes }) }
  })
}

/** Gives a passkey another name; false: the person has none with this id. */
export async function renamePasskey(pool: Pool, userId: string, id: string, name: string): Promise<boolean> {
  if (!validate(id)) return false
  const renamed = await accountsDb(pool)
    .updateTable('accounts.passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Removes a passkey of a person. */
export function removePasskey(pool: Pool, session: InSession, id: string): Promise<FactorRemoved> {
  const factor = { factor: 'passkey', passkey_id: id } as const
  return removeFactor(pool, session, factor, async (tx) => {
    if (!validate(id)) return false
    const removed = await tx
      .deleteFrom('accounts.passkeys')
      .where('id', '=', id)
      .where('user_id', '=', session.user.id)
      .returning('id')
      .executeTakeFirst()
    return removed !== undefined
  })
}

/**
 * What a browser is asked for, to show one of the person's passkeys.
 *
 * @param userId absent: any passkey for this site, which has to say whose it is, and verify them: it is the whole login
 */
export async function passkeyToShow(
  pool: Pool,
  site: PasskeySite,
  { pending, userId }: { readonly pending: Uint8Array; readonly userId?: string | undefined },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  const challenge = await newChallenge(pool, { pending })
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: bytesOf(challenge),
    ...(userId === undefined
      ? { userVerification: 'required' }
      : {
          userVerification: 'preferred',
          allowCredentials: (await passkeysOf(accountsDb(pool), userId)).map(descriptor),
        }),
  })
}

/** A passkey that was shown, and is good. */
export interface PasskeyShown {
  readonly passkey: PasskeyRow
  /** by the device: with a PIN, a finger or a face */
  readonly isVerified: boolean
  readonly counter: number
  readonly isSynced: boolean
}

/**
 * Looks at a passkey that a browser has shown. `undefined`: it is nobody's, signs something else, or its counter says that there is a
 * copy of it.
 *
 * @param isChallenge what was asked, which is used up by now
 */
export async function shownPasskey(
  pool: Pool,
  site: PasskeySite,
  response: AuthenticationResponseJSON,
  isChallenge: (challenge: string) => boolean,
): Promise<PasskeyShown | undefined> {
  const found = await accountsDb(pool)
    .selectFrom('accounts.passkeys as p')
    .innerJoin('accounts.users as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select('u.passkey_handle')
    .where('p.credential_id', '=', response.id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { passkey_handle, ...passkey } = found
  const { userHandle } = response.response
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(passkey_handle)) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || authenticationInfo === undefined) return undefined
  const { userVerified, newCounter, credentialBackedUp } = authenticationInfo
  return { passkey, isVerified: userVerified, counter: newCounter, isSynced: credentialBackedUp }
}

/** Notes the use of a passkey; false: it was removed meanwhile, or another use of it has come first. */
export async function usePasskey(tx: Tx, { passkey, counter, isSynced }: PasskeyShown): Promise<boolean> {
  const used = await tx
    .updateTable('accounts.passkeys')
    .set({ counter, is_synced: isSynced, last_used_at: sql`now()` })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
