import { inParallel } from '@ecmr/runtime'
import { collectFindings, type Findings } from './findings.js'
import { ObjectDamaged } from './object-damaged.js'
import type { ObjectStorage } from './port.js'

const AT_ONCE = 4

/** What a walk over the source did. */
export interface CopiedObjects extends Findings {
  readonly ok: boolean
  /** whole ones in the source; all of them are in the target */
  readonly objects: number
  /** those of them that were not there before */
  readonly copied: number
  readonly removed: number
}

/**
 * Copies every object that the target does not have, and reads it there. It can be broken off and run again at any time.
 *
 * @param options.remove removes each object from the source once its copy was read
 * @throws StorageUnavailable, and the reason of the signal
 */
export async function copyObjects(
  from: ObjectStorage,
  to: ObjectStorage,
  options: {
    readonly remove: boolean
    readonly signal: AbortSignal
    readonly onProgress: (objects: number) => void
  },
): Promise<CopiedObjects> {
  const findings = collectFindings()
  const done = { objects: 0, copied: 0, removed: 0 }
  await inParallel(from.keys(findings.misplaced), AT_ONCE, async (key) => {
    options.signal.throwIfAborted()
    try {
      if (!(await isWhole(to, key))) {
        await copy(from, to, key)
        done.copied++
      }
      if (options.remove) {
        await from.remove(key)
        done.removed++
      }
      options.onProgress(++done.objects)
    } catch (error) {
      findings.damaged(error)
    }
  })
  const found = findings.found()
  return { ok: found.damaged.length + found.misplaced.length === 0, ...done, ...found }
}

async function isWhole(storage: ObjectStorage, key: string): Promise<boolean> {
  try {
    return (await storage.get(key)) !== undefined
  } catch (error) {
    if (error instanceof ObjectDamaged) return false
    throw error
  }
}

async function copy(from: ObjectStorage, to: ObjectStorage, key: string): Promise<void> {
  const bytes = await from.get(key)
  if (bytes === undefined) throw new ObjectDamaged(key, 'it is listed, but not there')
  await to.put(bytes)
  if ((await to.get(key)) === undefined)
    throw new ObjectDamaged(key, 'the target took it, but does not have it')
}
