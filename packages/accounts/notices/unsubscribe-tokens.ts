import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { type NoticeKind, noticeKinds } from './kinds.js'

/** How long the link of a mail works, days. */
export const UNSUBSCRIBE_DAYS = 180

/** Which notices are to be switched off: of whom, and for which company. */
export interface Unsubscription {
  readonly user_id: string
  readonly company_id: string
  readonly kinds: readonly NoticeKind[]
}

/** Tokens by which people switch notices off without logging in. Nothing of them is stored: they are authenticated. */
export interface UnsubscribeTokens {
  /** A token for the link in a mail. */
  make(subject: Unsubscription): string
  /** What a token is for; `undefined`: it was not made here, was changed, or is older than `UNSUBSCRIBE_DAYS`. */
  read(token: string): Unsubscription | undefined
}

const DAY_MS = 24 * 3_600_000
const ID_BYTES = 16
const KINDS_AT = 2 * ID_BYTES
const DAY_AT = KINDS_AT + 1
const SIGNED_BYTES = DAY_AT + 2
const HASH_BYTES = 32
// Of base64url, without padding.
const LENGTH = Math.ceil(((SIGNED_BYTES + HASH_BYTES) * 4) / 3)

/** @param secretKey the same in every process */
export function unsubscribeTokens(
  secretKey: string,
  clock: () => Date = () => new Date(),
): UnsubscribeTokens {
  const key = createHmac('sha256', secretKey).update('unsubscribe from notices').digest()
  const today = (): number => Math.floor(clock().getTime() / DAY_MS)
  const hash = (signed: Uint8Array): Buffer => createHmac('sha256', key).update(signed).digest()
  return {
    make({ user_id, company_id, kinds }) {
      const signed = Buffer.alloc(SIGNED_BYTES)
      signed.set(parse(user_id), 0)
      signed.set(parse(company_id), ID_BYTES)
      signed.writeUInt8(bitsOf(kinds), KINDS_AT)
      signed.writeUInt16BE(today(), DAY_AT)
      return Buffer.concat([signed, hash(signed)]).toString('base64url')
    },
    read(token) {
      if (token.length !== LENGTH) return undefined
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== SIGNED_BYTES + HASH_BYTES) return undefined
      const signed = bytes.subarray(0, SIGNED_BYTES)
      if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), hash(signed))) return undefined
      if (today() - signed.readUInt16BE(DAY_AT) > UNSUBSCRIBE_DAYS) return undefined
      const bits = signed.readUInt8(KINDS_AT)
      return {
        user_id: stringify(signed, 0),
        company_id: stringify(signed, ID_BYTES),
        kinds: noticeKinds.filter((kind) => (bits & BITS[kind]) !== 0),
      }
    },
  }
}

// Links in mails outlive releases: a kind keeps its bit.
const BITS: Readonly<Record<NoticeKind, number>> = { incidents: 1, signatures: 2, late_deliveries: 4 }

function bitsOf(kinds: readonly NoticeKind[]): number {
  return kinds.reduce((bits, kind) => bits | BITS[kind], 0)
}
