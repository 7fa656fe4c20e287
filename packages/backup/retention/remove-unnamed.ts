import { BackupFault } from '../backup-fault.js'
import { keysIn } from '../create/save-objects.js'
import type { Codec } from '../format/codec.js'
import { partsOf, readManifest } from '../format/manifest.js'
import { backupIdOf, isContent, manifestName } from '../format/names.js'
import type { Place } from '../place/open-place.js'
import { readPart } from '../restore/read-part.js'

/**
 * Removes content that no backup names: of removed backups, of erased documents, and what processes left that were killed. While
 * a manifest cannot be read nothing is removed, since it may name anything.
 *
 * @returns how many things were removed
 */
export async function removeUnnamed(place: Place, codec: Codec): Promise<number> {
  const ids: string[] = []
  const content: string[] = []
  for await (const name of place.names()) {
    const id = backupIdOf(name)
    if (id !== undefined) ids.push(id)
    else if (isContent(name)) content.push(name)
  }
  const named = await namedBy(place, codec, ids)
  const unnamed = named ? content.filter((name) => !named.has(name)) : []
  for (const name of unnamed) await place.remove(name)
  return unnamed.length
}

/** Removes backups, and then what no other one names. */
export async function removeBackups(place: Place, codec: Codec, ids: readonly string[]): Promise<void> {
  for (const id of ids) await place.remove(manifestName(id))
  if (ids.length > 0) await removeUnnamed(place, codec)
}

async function namedBy(
  place: Place,
  codec: Codec,
  ids: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>()
  try {
    for (const id of ids) {
      const manifest = await readManifest(place, codec, id)
      for (const { name } of partsOf(manifest)) named.add(name)
      for (const list of manifest.objects.lists)
        for (const key of keysIn(await readPart(place, codec, list))) named.add(codec.objectName(key))
    }
    return named
  } catch (error) {
    if (error instanceof BackupFault) return undefined
    throw error
  }
}
