import { hash } from 'node:crypto'

/** Bytes of a SHA-256 hash. */
export const HASH_BYTES = 32

/** The root of a tree without leaves: SHA-256 of nothing (RFC 6962, section 2.1). */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array())

/** What a leaf says of an event: its place in its stream, and its SHA-256 in hex. No place in a store's log is in it. */
export function leafText(stream: string, revision: number, eventHash: string): string {
  return `${stream}@${revision} ${eventHash}`
}

/** The hash of a leaf (RFC 6962, section 2.1): SHA-256 over a zero byte and the text in UTF-8. */
export function leafHash(text: string): Uint8Array {
  return sha256(`\0${text}`)
}

/** The hash of an inner node (RFC 6962, section 2.1): SHA-256 over a byte 1 and the hashes of both children. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const node = Buffer.allocUnsafe(1 + 2 * HASH_BYTES)
  node[0] = 1
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node)
}

/** Whether two hashes are the same. They are public, so the time this takes may tell where they differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

function sha256(data: Uint8Array | string): Uint8Array {
  return hash('sha256', data, 'buffer')
}
