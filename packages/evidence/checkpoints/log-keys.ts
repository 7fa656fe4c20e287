import type { Pool } from 'pg'
import { builderOver, type Tx } from '../db.js'
import { NotSigned } from './not-signed.js'

/** A key of the log. */
export interface KnownKey {
  readonly vkey: string
  /** of the first checkpoint that it signed; null: it has signed none */
  readonly from_size: number | null
}

/** The keys of the log, oldest first. */
export async function logKeys(db: Pool | Tx): Promise<readonly KnownKey[]> {
  return builderOver(db)
    .selectFrom('evidence.log_keys')
    .select(['vkey', 'from_size'])
    .orderBy('place')
    .execute()
}

/**
 * A key is about to sign the checkpoint of a size: the first one, or one that its predecessor has announced. A predecessor may go on
 * until then, so that processes can be restarted one after the other.
 *
 * @throws NotSigned
 */
export async function signWith(tx: Tx, vkey: string, size: number): Promise<void> {
  const keys = await logKeys(tx)
  const place = keys.findIndex((key) => key.vkey === vkey)
  if (keys.length > 0 && place === -1) throw new NotSigned(UNKNOWN)
  if (keys.slice(place + 1).some(({ from_size }) => from_size !== null)) throw new NotSigned(REPLACED)
  if (keys[place]?.from_size !== undefined && keys[place].from_size !== null) return
  await tx
    .insertInto('evidence.log_keys')
    .values({ vkey, from_size: size })
    .onConflict((conflict) => conflict.column('vkey').doUpdateSet({ from_size: size }))
    .execute()
}

/** The log says that one key follows another. */
export async function announceKey(db: Pool | Tx, vkeys: readonly string[]): Promise<void> {
  for (const vkey of vkeys)
    await builderOver(db)
      .insertInto('evidence.log_keys')
      .values({ vkey, from_size: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const UNKNOWN =
  'EVIDENCE_KEY_FILE holds another key than the one that signed checkpoints so far, or SITE_URL names another host, which is part of its name: put that back. A key is changed with "ecmr evidence rotate-key".'
const REPLACED =
  'EVIDENCE_KEY_FILE holds a key that another one has followed: let it name the new key and start again.'
