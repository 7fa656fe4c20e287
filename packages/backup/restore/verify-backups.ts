import { inParallel } from '@ecmr/runtime'
import { BackupFault } from '../backup-fault.js'
import { keysIn } from '../create/save-objects.js'
import { type Manifest, partsOf } from '../format/manifest.js'
import type { Backups } from './open-backups.js'
import { readObject, readPart } from './read-part.js'

const AT_ONCE = 4
const MOST_FAULTS = 100

/** What reading everything that backups name has shown. */
export interface VerifiedBackups {
  readonly ok: boolean
  readonly backups: readonly { readonly id: string; readonly faults: readonly string[] }[]
  /** parts and documents that were read, each once */
  readonly read: number
}

/**
 * Reads everything that backups name, and compares it with its hashes. What several of them name is read once.
 *
 * @throws BackupFault when the place cannot be read; the reason of the signal
 */
export async function verifyBackups(
  opened: Backups,
  backups: Backups['all'],
  options: { readonly signal: AbortSignal; readonly onProgress?: (read: number) => void },
): Promise<VerifiedBackups> {
  const known = new Map<string, string | undefined>()
  const results: { id: string; faults: readonly string[] }[] = []
  for (const backup of backups) {
    const faults = 'fault' in backup ? [backup.fault] : await faultsOf(opened, backup, { ...options, known })
    results.push({ id: backup.id, faults })
  }
  return { ok: results.every(({ faults }) => faults.length === 0), backups: results, read: known.size }
}

async function faultsOf(
  { place, codec }: Backups,
  manifest: Manifest,
  options: {
    readonly signal: AbortSignal
    readonly onProgress?: (read: number) => void
    readonly known: Map<string, string | undefined>
  },
): Promise<readonly string[]> {
  const { known, signal, onProgress } = options
  const faults = new Set<string>()
  const look = async (name: string, read: () => Promise<Buffer>): Promise<void> => {
    signal.throwIfAborted()
    if (!known.has(name)) {
      known.set(name, await faultOf(read))
      onProgress?.(known.size)
    }
    const fault = known.get(name)
    if (fault !== undefined && faults.size < MOST_FAULTS) faults.add(fault)
  }
  for (const part of partsOf(manifest)) await look(part.name, () => readPart(place, codec, part))
  for (const list of manifest.objects.lists) {
    if (known.get(list.name) !== undefined) continue
    const keys = keysIn(await readPart(place, codec, list))
    await inParallel(each(keys), AT_ONCE, (key) =>
      look(codec.objectName(key), () => readObject(place, codec, key)),
    )
  }
  return [...faults]
}

async function faultOf(read: () => Promise<Buffer>): Promise<string | undefined> {
  try {
    await read()
    return undefined
  } catch (error) {
    if (error instanceof BackupFault) return error.message
    throw error
  }
}

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}
