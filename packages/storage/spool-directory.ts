import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectDirectory, S3Bucket } from '@ecmr/runtime'
import { UNFINISHED } from './local/list-directory.js'

/** Where files lie until they are objects: on the disk that objects are kept on, or with temporary files. Old ones are removed there. */
export function spoolDirectory(source: ObjectDirectory | S3Bucket): string {
  return source.kind === 'local' ? join(source.directory, UNFINISHED) : join(tmpdir(), 'ecmr-uploads')
}
