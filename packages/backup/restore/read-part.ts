import { BackupFault } from '../backup-fault.js'
import { sha256 } from '../create/part-writer.js'
import { type Codec, damaged } from '../format/codec.js'
import type { Part } from '../format/manifest.js'
import type { Place } from '../place/open-place.js'

/**
 * Reads a part, and compares it with what the manifest says of it.
 *
 * @throws BackupFault when it is missing, or is not what was stored
 */
export async function readPart(place: Place, codec: Codec, part: Part): Promise<Buffer> {
  const stored = await readThere(place, part.name)
  if (stored.length !== part.bytes || sha256(stored) !== part.sha256) throw damaged(part.name)
  const plain = codec.decode(part.name, stored)
  if (sha256(plain) !== part.plain_sha256) throw damaged(part.name)
  return plain
}

/**
 * Reads an object by the SHA-256 of its bytes.
 *
 * @throws BackupFault when it is missing, or has other bytes
 */
export async function readObject(place: Place, codec: Codec, key: string): Promise<Buffer> {
  const name = codec.objectName(key)
  const plain = codec.decode(name, await readThere(place, name))
  if (sha256(plain) !== key) throw damaged(name)
  return plain
}

async function readThere(place: Place, name: string): Promise<Uint8Array> {
  const stored = await place.read(name)
  if (stored) return stored
  throw new BackupFault(
    `${name} is missing from ${place.label}. Fetch it from another copy of the backups, or use another backup.`,
  )
}
