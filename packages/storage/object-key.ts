import { createHash } from 'node:crypto'

/** The key of an object: the SHA-256 of its bytes. */
export function objectKey(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Whether a text can be the key of an object. Nothing else becomes part of a path. */
export function isObjectKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
