import { generateKeyPairSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventStore } from '@ecmr/event-store'
import {
  catchUp,
  formatCheckpoint,
  formatVerifierKey,
  rebuildTiles,
  rootOf,
  type Signer,
  sealedTree,
  signNote,
  tileReader,
  verifierKey,
} from '@ecmr/evidence'
import type { Pool } from 'pg'

const never = new AbortController().signal

/** A key of a log. */
export function logSigner(name = 'localhost/ecmr-log'): Signer & { readonly vkey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { name, privateKey, vkey: formatVerifierKey(verifierKey(name, privateKey)) }
}

/** The signed checkpoint over the first leaves of the stored tree. */
export async function checkpointOf(pool: Pool, size: number, signer: Signer) {
  const root = await rootOf(size, tileReader(pool))
  const at = '2026-07-01T00:00:00.000Z'
  const note = signNote(formatCheckpoint({ origin: signer.name, size, root, at }), signer)
  const hex = Buffer.from(root).toString('hex')
  return { size, root: hex, at, note, name: `${String(size).padStart(20, '0')}-${hex.slice(0, 16)}.note` }
}

/** Puts a checkpoint into the database. */
export async function storeCheckpoint(
  pool: Pool,
  { size, root, at, note }: Awaited<ReturnType<typeof checkpointOf>>,
): Promise<void> {
  await pool.query(
    `insert into evidence.checkpoints (size, root, at, note, signed, clock_behind_ms)
     values ($1, encode(decode($2, 'hex'), 'base64'), $3, $4, $4, 0)`,
    [size, root, at, note],
  )
}

/** Puts a checkpoint into a folder. */
export async function keepCheckpoint(
  folder: string,
  { name, note }: { readonly name: string; readonly note: string },
): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), note)
  return join(folder, name)
}

/** Brings the tree up to the end of a log, or makes it anew. */
export async function seal(pool: Pool, store: EventStore, anew = false): Promise<number> {
  const tree = anew
    ? await rebuildTiles({ pool, store, signal: never })
    : await catchUp({ pool, store, tree: await sealedTree(pool), signal: never })
  return tree.size
}
