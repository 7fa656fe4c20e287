import { createHash } from 'node:crypto'
import { BackupFault } from '../backup-fault.js'
import type { Codec } from '../format/codec.js'
import { type Manifest, type Part, partsOf } from '../format/manifest.js'
import { partName } from '../format/names.js'
import type { Place } from '../place/open-place.js'
import type { Lines } from '../tables/chunks.js'

/** Writes parts of one backup; what an earlier one has written already is named again. */
export interface PartWriter {
  write(content: Lines): Promise<Part>
  /** the names of the parts that were written */
  readonly written: readonly string[]
  /** how many bytes were written */
  bytes(): number
}

/**
 * @param options.listed the names that are in the place
 * @param options.previous whose parts can be named again
 */
export function partWriter(options: {
  readonly place: Place
  readonly codec: Codec
  readonly id: string
  readonly listed: ReadonlySet<string>
  readonly previous: Manifest | undefined
}): PartWriter {
  const { place, codec, id, listed, previous } = options
  const known = new Map<string, Part>()
  for (const part of previous ? partsOf(previous) : [])
    if (listed.has(part.name)) known.set(part.plain_sha256, part)
  const written: string[] = []
  let bytes = 0
  return {
    written,
    bytes: () => bytes,
    async write(content) {
      const plain_sha256 = sha256(content.bytes)
      const same = known.get(plain_sha256)
      if (same) return { ...same, rows: content.count }
      const name = partName(id, written.length + 1)
      const stored = codec.encode(name, content.bytes)
      written.push(name)
      if ((await place.add(name, stored)) === 'other')
        throw new BackupFault(`${name} could not be written to ${place.label}: the name is taken.`)
      bytes += stored.length
      const { length: plain_bytes } = content.bytes
      return {
        name,
        sha256: sha256(stored),
        bytes: stored.length,
        plain_sha256,
        plain_bytes,
        rows: content.count,
      }
    },
  }
}

/** SHA-256, hex. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
