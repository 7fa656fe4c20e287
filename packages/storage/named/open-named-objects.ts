import type { ObjectDirectory, S3Prefix } from '@ecmr/runtime'
import { bucketOfNames } from './bucket-of-names.js'
import { directoryOfNames } from './directory-of-names.js'
import type { NamedObjects } from './port.js'

const NAME = /^[A-Za-z0-9][\w.-]{0,199}$/

/**
 * Opens a place for named objects. Nothing is asked of it yet, and there is nothing to close. Names
 * are letters, digits, dots, hyphens and underscores.
 *
 * @param options.log hears of faults that pass
 * @param options.isPrivate whether files of a directory are for our own user alone; others may read them unless given
 */
export function openNamedObjects(
  source: ObjectDirectory | S3Prefix,
  options: {
    readonly log?: { warn(fields: object, message: string): void }
    readonly isPrivate?: boolean
  } = {},
): NamedObjects {
  const objects =
    source.kind === 'local'
      ? directoryOfNames(source.directory, options.isPrivate)
      : bucketOfNames(source, options)
  return {
    ...objects,
    async add(name, bytes) {
      if (!NAME.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name for an object`)
      return objects.add(name, bytes)
    },
    async remove(name) {
      if (!NAME.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name for an object`)
      return objects.remove(name)
    },
    async *names() {
      for await (const name of objects.names()) if (NAME.test(name)) yield name
    },
  }
}
