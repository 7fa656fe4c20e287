import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { NotVerified, openNote, parseVerifierKey, type VerifierKey } from '@ecmr/evidence'
import { errorCode } from '../../failure.js'
import { CannotRead, DoesNotHold } from './findings.js'
import { type Manifest, readManifest } from './manifest.js'

/** A line of a manifest takes some 150 bytes: so it may name half a million files. */
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024
const MOST_KEYS_BYTES = 64 * 1024

/** A manifest and who has signed it. */
export interface OpenManifest extends Manifest {
  /** names of keys with their ids; empty when it is not signed */
  readonly signedBy: readonly string[]
}

/**
 * Reads the manifest of an export.
 *
 * @throws CannotRead when there is none; DoesNotHold when a signature is wrong, or by none of the keys
 */
export async function openManifest(folder: string, keys: readonly VerifierKey[]): Promise<OpenManifest> {
  const file = join(folder, 'manifest')
  try {
    const text = await readBounded(file, MOST_MANIFEST_BYTES)
    if (!text.includes('\n\n')) return { ...readManifest(text), signedBy: [] }
    const note = openNote(text, keys, MOST_MANIFEST_BYTES)
    const signedBy = note.verified.map(({ key }) => `${key.name}+${key.id}`)
    return { ...readManifest(note.text), signedBy }
  } catch (error) {
    if (error instanceof NotVerified) throw new DoesNotHold(`manifest: ${error.message}`)
    throw new CannotRead(`${file} is not the manifest of an export`, { cause: error })
  }
}

/**
 * The keys of the log that come with an export; none when there are none.
 *
 * @throws CannotRead
 */
export async function keysWithin(folder: string): Promise<readonly VerifierKey[]> {
  const file = join(folder, 'keys.txt')
  try {
    const lines = (await readBounded(file, MOST_KEYS_BYTES)).split('\n')
    return lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseVerifierKey)
  } catch (error) {
    if (error instanceof Error && errorCode(error) === 'ENOENT') return []
    throw new CannotRead(`${file} does not hold the keys of an export`, { cause: error })
  }
}

async function readBounded(file: string, most: number): Promise<string> {
  const state = await lstat(file)
  if (!state.isFile()) throw new RangeError('it is no file')
  if (state.size > most) throw new RangeError(`it is larger than ${most} bytes`)
  return readFile(file, 'utf8')
}

/**
 * Checks that a folder holds the files of its manifest, and nothing else but folders.
 *
 * @throws DoesNotHold naming the first file
 */
export async function checkNames(folder: string, { files }: Manifest): Promise<void> {
  const missing = new Set(files.keys())
  for await (const name of namesIn(folder, folder)) {
    if (name !== 'manifest' && !missing.delete(name))
      throw new DoesNotHold(`${name} is in the folder, and not in the manifest`)
  }
  for (const name of missing) throw new DoesNotHold(`${name} is in the manifest, and not in the folder`)
}

/**
 * Checks that a file is the one of the manifest.
 *
 * @throws DoesNotHold
 */
export async function checkFile(folder: string, { files }: Manifest, name: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, name)), hash)
  checkSum(name, hash.digest('hex'), files)
}

/** @throws DoesNotHold when the SHA-256 of a file is not that of the manifest */
export function checkSum(name: string, sum: string, files: Manifest['files']): void {
  const named = files.get(name)
  if (sum !== named) throw new DoesNotHold(`${name} has the SHA-256 ${sum}; the manifest says ${named}`)
}

async function* namesIn(folder: string, root: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = relative(root, path)
    if (entry.isDirectory()) yield* namesIn(path, root)
    else if (entry.isFile()) yield name
    else throw new DoesNotHold(`${name} is neither a file nor a folder`)
  }
}
