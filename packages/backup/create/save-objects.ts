import { inParallel } from '@ecmr/runtime'
import { ObjectDamaged, type ObjectStorage } from '@ecmr/storage'
import type { Codec } from '../format/codec.js'
import type { Manifest, Part } from '../format/manifest.js'
import type { Place } from '../place/open-place.js'
import { PART_BYTES } from '../tables/chunks.js'
import type { PartWriter } from './part-writer.js'

const AT_ONCE = 4
/** The SHA-256 of an object in a list. */
export const KEY_BYTES = 32
const KEYS_IN_LIST = PART_BYTES / KEY_BYTES
const MOST_NAMED = 100

/** An object whose bytes are not those that were put; it is in no backup. */
export interface LeftOut {
  readonly key: string
  readonly fault: string
}

/**
 * Saves all objects that there are: those that the place has already are named, the others are written. One that is removed
 * meanwhile was erased or withdrawn, and is left out.
 */
export async function saveObjects(
  objects: ObjectStorage,
  options: {
    readonly place: Place
    readonly codec: Codec
    readonly writer: PartWriter
    readonly listed: ReadonlySet<string>
    readonly signal: AbortSignal
    readonly onProgress: (objects: number) => void
  },
): Promise<{
  readonly objects: Manifest['objects']
  readonly leftOut: readonly LeftOut[]
  readonly more: number
}> {
  const { place, codec, writer, listed, signal } = options
  const lists: Part[] = []
  const leftOut: LeftOut[] = []
  const done = { count: 0, bytes: 0, damaged: 0 }
  let keys: Buffer[] = []

  async function endList(): Promise<void> {
    const list = keys.sort(Buffer.compare)
    keys = []
    if (list.length > 0) lists.push(await writer.write({ bytes: Buffer.concat(list), count: list.length }))
  }

  async function save(key: string): Promise<boolean> {
    const name = codec.objectName(key)
    if (listed.has(name)) return true
    const bytes = await objects.get(key)
    if (bytes === undefined) return false
    const stored = codec.encode(name, bytes)
    await place.add(name, stored)
    done.bytes += stored.length
    return true
  }

  await inParallel(objects.keys(), AT_ONCE, async (key) => {
    signal.throwIfAborted()
    try {
      if (!(await save(key))) return
    } catch (error) {
      if (!(error instanceof ObjectDamaged)) throw error
      done.damaged++
      if (leftOut.length < MOST_NAMED) leftOut.push({ key, fault: error.fault })
      return
    }
    keys.push(Buffer.from(key, 'hex'))
    options.onProgress(++done.count)
    if (keys.length === KEYS_IN_LIST) await endList()
  })
  await endList()
  const { count, bytes, damaged } = done
  return { objects: { count, bytes, lists }, leftOut, more: damaged - leftOut.length }
}

/** The keys in a list, as hexadecimal. */
export function* keysIn(list: Buffer): Generator<string> {
  for (let at = 0; at < list.length; at += KEY_BYTES) yield list.toString('hex', at, at + KEY_BYTES)
}
