import type { Cost } from './scrypt.js'

const SHAPE =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,88})\$([A-Za-z0-9+/]{16,88})$/

/** A password's hash with everything that is needed to try a password against it. */
export interface StoredHash {
  readonly cost: Cost
  readonly salt: Uint8Array
  readonly key: Uint8Array
}

/** Writes a hash in the form that the Password Hashing Competition agreed upon. */
export function phcText({ cost, salt, key }: StoredHash): string {
  const { ln, r, p } = cost
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`
}

/** Reads it. @throws when the text is none: nobody but `phcText` writes it. */
export function parsePhcText(text: string): StoredHash {
  const [matched, ln, r, p, salt = '', key = ''] = SHAPE.exec(text) ?? []
  if (matched === undefined) throw new Error('A stored password hash is malformed.')
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
