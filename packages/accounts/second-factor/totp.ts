import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 with what every app takes: SHA-1, six digits, steps of 30 seconds.
const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 4226, section 4: as long as what SHA-1 gives. */
const SECRET_BYTES = 20
/** Steps before and after the present one: clocks differ, and people take their time. */
const WINDOW = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS = 5

/** A new secret for an app that shows codes, in base32 (RFC 4648), as apps take it. */
export function newAppSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return [...bits.matchAll(/.{5}/g)].map(([five]) => BASE32[Number.parseInt(five, 2)]).join('')
}

function keyOf(secret: string): Uint8Array {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(BITS, '0')).join('')
  return Uint8Array.from([...bits.matchAll(/.{8}/g)].map(([byte]) => Number.parseInt(byte, 2)))
}

/** What an app reads of the QR code. */
export function appUri(secret: string, { account, issuer }: { account: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}

/** The step in which an instant lies. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / STEP_SECONDS)
}

/** The code that an app shows in a step. */
export function codeInStep(secret: string, step: number): string {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(step))
  const mac = createHmac('sha1', keyOf(secret)).update(counter).digest()
  // RFC 4226, section 5.3.
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The newest step around this instant in which the app shows this code; `undefined`: in none. All are compared, each in the same time. */
export function stepOfCode(secret: string, typed: string, now: Date): number | undefined {
  const code = Buffer.from(typed.replaceAll(/\s/g, ''))
  if (code.length !== DIGITS) return undefined
  const present = stepAt(now)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, i) => present + WINDOW - i)
  const [right] = steps.filter((step) => timingSafeEqual(Buffer.from(codeInStep(secret, step)), code))
  return right
}
