import { readFile } from 'node:fs/promises'

let source: Promise<Uint8Array> | undefined

/** The program that verifies bundles, as they carry it. It is part of this package, and is read once. */
export function verifierSource(): Promise<Uint8Array> {
  source ??= readFile(new URL('../verifier/verify.js', import.meta.url))
  return source
}
