import type { S3Prefix } from '@ecmr/runtime'
import { openBucket } from '../s3/open-bucket.js'
import type { NamedObjects } from './port.js'

const DEADLINE_MS = 20_000

/** Named objects in a bucket. Of two who add the same name at once one may replace the other's: one process adds at a time. */
export function bucketOfNames(
  source: S3Prefix,
  options: { readonly log?: { warn(fields: object, message: string): void } },
): NamedObjects {
  const medium = openBucket(source, { ...options, prefix: source.prefix })
  const within = (): AbortSignal => AbortSignal.timeout(DEADLINE_MS)
  return {
    read: (name) => medium.read(name, within()),
    async add(name, bytes) {
      const there = await medium.read(name, within())
      if (there) return Buffer.compare(there, bytes) === 0 ? 'kept' : 'other'
      await medium.write(name, bytes, within())
      return 'kept'
    },
    remove: (name) => medium.remove(name, within()),
    async *names() {
      let from: string | undefined
      do {
        const { entries, next } = await medium.page(from, within())
        for (const { name } of entries) yield name
        from = next
      } while (from !== undefined)
    },
  }
}
