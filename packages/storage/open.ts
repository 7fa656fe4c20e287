import type { ObjectDirectory, S3Bucket } from '@ecmr/runtime'
import { openDirectory } from './local/open-directory.js'
import type { Medium } from './medium.js'
import { objectStorage } from './object-storage.js'
import type { ObjectStorage, ObserveStorage } from './port.js'

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
  } = {},
): ObjectStorage {
  return objectStorage(openMedium(source), options)
}

function openMedium(source: ObjectDirectory | S3Bucket): Medium {
  if (source.kind === 'local') return openDirectory(source.directory)
  throw new Error('S3 is not there yet')
}
