import type { ObjectDirectory, S3Bucket } from '@ecmr/runtime'
import { openDirectory } from './local/open-directory.js'
import { objectStorage } from './object-storage.js'
import type { ObjectStorage, ObserveStorage } from './port.js'
import { openBucket } from './s3/open-bucket.js'

/**
 * Opens the storage of documents. Nothing is asked of it yet, and there is nothing to close.
 *
 * @param options.log hears of faults that pass
 * @param options.observe counts and measures: see `storageMetrics`
 * @example
 * const objects = openObjectStorage(config.storage, { log, observe: storageMetrics(registry) })
 * const key = await objects.put(pdf)
 */
export function openObjectStorage(
  source: ObjectDirectory | S3Bucket,
  options: {
    readonly log?: { warn(fields: object, message: string): void }
    readonly observe?: ObserveStorage
    /** for each operation; 20,000 unless given */
    readonly deadlineMs?: number
    /** of keys that are asked for at once in a bucket; 1,000 unless given */
    readonly pageSize?: number
  } = {},
): ObjectStorage {
  const medium = source.kind === 'local' ? openDirectory(source.directory) : openBucket(source, options)
  return objectStorage(medium, options)
}
