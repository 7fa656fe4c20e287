import { inParallel } from '@ecmr/runtime'
import { collectFindings, type Findings } from './findings.js'
import { ObjectDamaged } from './object-damaged.js'
import type { ObjectStorage } from './port.js'

/** At once: as many objects are in memory. */
const AT_ONCE = 4

/** What a walk over a storage found. */
export interface VerifiedObjects extends Findings {
  readonly ok: boolean
  readonly objects: number
  readonly bytes: number
}

/**
 * Reads every object of a storage, which compares its bytes with its key. The memory that it takes does not depend on their number.
 *
 * @param options.onProgress called with the number of objects read so far
 * @throws StorageUnavailable, and the reason of the signal
 */
export async function verifyObjects(
  storage: Pick<ObjectStorage, 'keys' | 'get'>,
  options: { readonly signal: AbortSignal; readonly onProgress: (objects: number) => void },
): Promise<VerifiedObjects> {
  const findings = collectFindings()
  let objects = 0
  let size = 0
  await inParallel(storage.keys(findings.misplaced), AT_ONCE, async (key) => {
    options.signal.throwIfAborted()
    try {
      const bytes = await storage.get(key)
      if (bytes === undefined) throw new ObjectDamaged(key, 'it is listed, but not there')
      size += bytes.length
    } catch (error) {
      findings.damaged(error)
    }
    options.onProgress(++objects)
  })
  const found = findings.found()
  const ok = found.damaged.length + found.misplaced.length === 0
  return { ok, objects, bytes: size, ...found }
}
