import type { Location } from './exif.js'

/** A picture without what says where, when and by what it was taken; undefined in its place: it is damaged. */
export interface Stripped {
  readonly bytes: Uint8Array
  readonly location?: Location
}

/** Bytes from one place to another, without a copy. */
export type Part = Uint8Array

/** The parts one after the other. */
export function joined(parts: readonly Part[]): Uint8Array {
  return Buffer.concat(parts)
}

/** Text in one byte a letter. */
export function ascii(bytes: Uint8Array, from: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, from + length)
}
