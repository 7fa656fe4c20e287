import { type KeyObject, sign } from 'node:crypto'
import { fromBase64, requireBytes, toBase64 } from './encodings.js'
import { Malformed } from './refusals.js'
import { requireKeyName, verifierKey } from './verifier-key.js'

/** One signature of a note; nothing says yet that it is right. */
export interface NoteSignature {
  readonly name: string
  /** of the key, 32 bits in hex */
  readonly id: string
  readonly signature: Uint8Array
}

/** A signed note (C2SP `signed-note`), read but not verified. */
export interface Note {
  /** what is signed, with the line end at its end */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** What signs notes: a name, and a private Ed25519 key. */
export interface Signer {
  readonly name: string
  readonly privateKey: KeyObject
}

/** The largest note that is read where nothing else is said. */
export const MAX_NOTE_BYTES = 64 * 1_024
/** C2SP asks for 16 at least. */
export const MAX_SIGNATURES = 64
const ID_BYTES = 4
const DASH = '\u2014 '

/**
 * Signs a text.
 *
 * @returns the note
 * @throws Malformed when a note cannot hold the text, or the key is not an Ed25519 key
 */
export function signNote(text: string, { name, privateKey }: Signer): string {
  requireText(text)
  const { id } = verifierKey(name, privateKey)
  return formatNote({
    text,
    signatures: [{ name, id, signature: sign(null, Buffer.from(text), privateKey) }],
  })
}

/** A note as text. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`
}

/** A signature as the line of a note, with its line end. */
export function formatSignature({ name, id, signature }: NoteSignature): string {
  return `${DASH}${name} ${toBase64(Buffer.concat([Buffer.from(id, 'hex'), signature]))}\n`
}

/**
 * Reads a note without verifying it. A signature that stands there twice counts once.
 *
 * @param maxBytes 64 KiB where nothing else is said
 * @throws Malformed
 */
export function parseNote(note: string, maxBytes = MAX_NOTE_BYTES): Note {
  requireBytes(note, maxBytes, 'the note')
  requireText(note)
  const end = note.lastIndexOf('\n\n')
  if (end === -1) throw new Malformed('the note has no blank line before its signatures')
  return { text: note.slice(0, end + 1), signatures: parseSignatures(note.slice(end + 2)) }
}

/**
 * Reads signature lines as they stand at the end of a note, or as a witness answers them (C2SP `tlog-witness`).
 *
 * @throws Malformed
 */
export function parseSignatures(lines: string): readonly NoteSignature[] {
  requireBytes(lines, MAX_NOTE_BYTES, 'the part of the note with its signatures')
  if (!lines.endsWith('\n')) throw new Malformed('the last line of the note does not end')
  const signatures = lines.slice(0, -1).split('\n')
  if (signatures.length > MAX_SIGNATURES)
    throw new Malformed(`the note has more than ${MAX_SIGNATURES} signatures`)
  return [...new Set(signatures)].map(parseSignature)
}

function parseSignature(line: string): NoteSignature {
  const [name, base64, ...more] = line.slice(DASH.length).split(' ')
  if (!line.startsWith(DASH) || name === undefined || base64 === undefined || more.length > 0)
    throw new Malformed('a signature of the note is not of the form "\u2014 <name> <signature>"')
  requireKeyName(name)
  const bytes = fromBase64(base64, `the signature of ${name}`)
  if (bytes.length <= ID_BYTES) throw new Malformed(`the signature of ${name} is too short`)
  return {
    name,
    id: Buffer.from(bytes.subarray(0, ID_BYTES)).toString('hex'),
    signature: bytes.subarray(ID_BYTES),
  }
}

function requireText(text: string): void {
  if (!text.endsWith('\n')) throw new Malformed('the last line of the note does not end')
  // Control characters but the line end, and halves of surrogate pairs; those from U+007F on may stand in a note.
  if (/[^\n\u0020-\u{10ffff}]|\p{Cs}/u.test(text))
    throw new Malformed('the note holds characters that no note may hold')
}
