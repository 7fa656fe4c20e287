import { withTimeout } from '@ecmr/runtime'
import type { Medium } from './medium.js'
import { ObjectDamaged } from './object-damaged.js'
import { isObjectKey, objectKey } from './object-key.js'
import {
  MOST_OBJECT_BYTES,
  type ObjectStorage,
  type ObserveStorage,
  type StorageOperation,
  type StorageOutcome,
} from './port.js'
import { StorageUnavailable } from './storage-unavailable.js'

const DEADLINE_MS = 20_000
/** For so long an operation that went well says that the next one will: servers charge for every question. */
const PROVEN_FOR_MS = 10_000

/** The port over a medium: keys and bytes are checked, and every operation ends in time. */
export function objectStorage(
  medium: Medium,
  options: { readonly observe?: ObserveStorage; readonly deadlineMs?: number },
): ObjectStorage {
  const { observe, deadlineMs = DEADLINE_MS } = options
  let provenAt = Number.NEGATIVE_INFINITY

  async function run<Result>(
    operation: StorageOperation,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const began = performance.now()
    const tell = (outcome: StorageOutcome): void =>
      observe?.(operation, outcome, (performance.now() - began) / 1_000)
    try {
      const result = await within(deadlineMs, work)
      provenAt = performance.now()
      tell(result === undefined ? 'absent' : 'done')
      return result
    } catch (error) {
      provenAt = Number.NEGATIVE_INFINITY
      tell(outcomeOf(error))
      throw error
    }
  }

  return {
    async put(bytes, known) {
      if (bytes.length > MOST_OBJECT_BYTES) throw new RangeError(`an object has ${bytes.length} bytes`)
      if (known !== undefined) check(known)
      const key = known ?? objectKey(bytes)
      return run('put', (signal) => medium.write(key, bytes, signal).then(() => key))
    },
    async get(key) {
      check(key)
      return run('get', async (signal) => {
        const bytes = await medium.read(key, signal)
        if (bytes !== undefined) compare(key, bytes)
        return bytes
      })
    },
    async head(key) {
      check(key)
      return run('head', async (signal) => {
        const bytes = await medium.size(key, signal)
        return bytes === undefined ? undefined : { bytes }
      })
    },
    async remove(key) {
      check(key)
      await run('remove', (signal) => medium.remove(key, signal).then(() => true))
    },
    async *keys(onOther) {
      let from: string | undefined
      do {
        const { entries, next } = await run('list', (signal) => medium.page(from, signal))
        for (const { name, key } of entries) {
          if (key === undefined) onOther?.(name)
          else yield key
        }
        from = next
      } while (from !== undefined)
    },
    async check() {
      if (performance.now() - provenAt > PROVEN_FOR_MS)
        await run('check', (signal) => medium.check(signal).then(() => true))
    },
  }
}

function within<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController()
  return withTimeout(ms, work(abort.signal), () => {
    const late = new StorageUnavailable(`no answer within ${ms / 1_000} s`)
    abort.abort(late)
    return late
  })
}

function check(key: string): void {
  if (!isObjectKey(key)) throw new RangeError('the key of an object is a SHA-256 in lower-case hexadecimal')
}

function compare(key: string, bytes: Uint8Array): void {
  const found = objectKey(bytes)
  if (found !== key) throw new ObjectDamaged(key, `the SHA-256 of its ${bytes.length} bytes is ${found}`)
}

function outcomeOf(error: unknown): StorageOutcome {
  if (error instanceof ObjectDamaged) return 'damaged'
  return error instanceof StorageUnavailable ? 'unavailable' : 'failed'
}
