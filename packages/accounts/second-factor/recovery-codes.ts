import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.js'
import { newPassword } from '../passwords/new-password.js'

/** How many a person is given at a time, and of how few left they are told. */
export const RECOVERY_CODES = 10
export const FEW_RECOVERY_CODES = 3

/** Bound to the person. Of 79 random bits a plain hash tells nothing, and it outlives an exchange of SECRET_KEY. */
function hashOf(userId: string, code: string): Uint8Array {
  const letters = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return new Uint8Array(createHash('sha256').update(`recovery code ${userId} ${letters}`).digest())
}

/** Makes a person's recovery codes anew; those from before are worth nothing. They are shown once. */
export async function newRecoveryCodes(tx: Tx, userId: string): Promise<readonly string[]> {
  await tx.deleteFrom('accounts.recovery_codes').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, newPassword)
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code), used_at: null }))
  await tx.insertInto('accounts.recovery_codes').values(rows).execute()
  return codes
}

/** Uses a code up, and says how many are left; `undefined`: it is none of the person's, or was used before. */
export async function takeRecoveryCode(tx: Tx, userId: string, typed: string): Promise<number | undefined> {
  const taken = await tx
    .updateTable('accounts.recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, typed))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken && recoveryCodesLeft(tx, userId)
}

/** How many of a person's codes were not used yet. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('accounts.recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
