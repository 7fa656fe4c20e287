import type { NamedObjects } from '@ecmr/storage'
import type { Pool } from 'pg'
import { parseCheckpoint } from '../formats/checkpoint-text.js'
import { toBase64 } from '../formats/encodings.js'
import { parseNote } from '../formats/signed-note.js'
import type { SealedTree } from '../sealer/sealed-tree.js'
import { tileReader } from '../sealer/tiles.js'
import { rootOf } from '../tree/prove.js'
import { partsOf } from './names.js'

/**
 * What a tree contradicts of the newest checkpoint that is kept outside, such as after the database was restored from an older copy.
 *
 * @returns a sentence; undefined: nothing
 * @throws StorageUnavailable
 */
export async function compareOutside(
  pool: Pool,
  objects: NamedObjects,
  { size }: SealedTree,
): Promise<string | undefined> {
  const name = await newestName(objects)
  const bytes = name === undefined ? undefined : await objects.read(name)
  if (name === undefined || bytes === undefined) return undefined
  const kept = parseCheckpoint(parseNote(Buffer.from(bytes).toString()).text)
  const holds =
    kept.size <= size && toBase64(await rootOf(kept.size, tileReader(pool))) === toBase64(kept.root)
  if (holds) return undefined
  return `EVIDENCE_CHECKPOINTS holds ${name}, which the tree of ${size} events does not continue: the database was restored from an older copy, or its log was replaced. No checkpoint is signed. Restore the newer copy, or see "Evidence" in docs/operations.md.`
}

/**
 * The size of the newest checkpoint that is kept outside; undefined: there is none.
 *
 * @throws StorageUnavailable
 */
export async function newestOutside(objects: NamedObjects): Promise<number | undefined> {
  const name = await newestName(objects)
  return name === undefined ? undefined : partsOf(name)?.size
}

async function newestName(objects: NamedObjects): Promise<string | undefined> {
  let newest: string | undefined
  for await (const name of objects.names()) if (partsOf(name)) newest = name
  return newest
}
