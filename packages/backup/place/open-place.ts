import type { ObjectDirectory, S3Prefix } from '@ecmr/runtime'
import { type NamedObjects, openNamedObjects, StorageUnavailable } from '@ecmr/storage'
import { BackupFault } from '../backup-fault.js'

/** Where backups are kept. All may throw BackupFault. */
export interface Place extends NamedObjects {
  /** as the operator writes it */
  readonly label: string
}

/**
 * Opens a directory, or a prefix of a bucket, for backups. Nothing is asked of it yet, and there is nothing to close.
 *
 * @param options.log hears of faults that pass
 */
export function openPlace(
  source: ObjectDirectory | S3Prefix,
  options: { readonly log?: { warn(fields: object, message: string): void } } = {},
): Place {
  const objects = openNamedObjects(source, { ...options, isPrivate: true })
  const label = source.kind === 'local' ? source.directory : `s3://${source.bucket}/${source.prefix}`
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw asFault(label, error)
    }
  }
  return {
    label,
    add: (name, bytes) => told(objects.add(name, bytes)),
    read: (name) => told(objects.read(name)),
    remove: (name) => told(objects.remove(name)),
    async *names() {
      try {
        yield* objects.names()
      } catch (error) {
        throw asFault(label, error)
      }
    },
  }
}

/** All names in a place. */
export async function namesIn(place: Place): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const name of place.names()) names.add(name)
  return names
}

function asFault(label: string, error: unknown): unknown {
  if (!(error instanceof StorageUnavailable)) return error
  return new BackupFault(
    `${label} cannot be used for backups: ${error.reason}. Check that it is there, may be written, and has room.`,
  )
}
