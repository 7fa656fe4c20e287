import { keysIn } from '../create/save-objects.js'
import type { Manifest } from '../format/manifest.js'
import type { Backups } from './open-backups.js'
import { readPart } from './read-part.js'

/** The keys of all objects of a backup; each takes some 100 bytes of memory. */
export async function backedUpObjects(
  { place, codec }: Backups,
  { objects }: Manifest,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>()
  for (const list of objects.lists)
    for (const key of keysIn(await readPart(place, codec, list))) keys.add(key)
  return keys
}
