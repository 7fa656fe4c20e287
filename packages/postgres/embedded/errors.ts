import { StartFault } from '@ecmr/runtime'

/** The embedded PostgreSQL cannot run; the message is one sentence or two for the operator, and says what to do. */
export class EmbeddedPostgresError extends StartFault {
  override readonly name = 'EmbeddedPostgresError'
}

/** What an operator should read when the file system refused something, or undefined when it did not. */
export function fileSystemFault(error: unknown, what: string): EmbeddedPostgresError | undefined {
  const text = error instanceof Error ? error.message : String(error)
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system/.test(text))
    return new EmbeddedPostgresError(`${what} cannot be written: permission denied.`, { cause: error })
  if (/ENOTDIR|EEXIST/.test(text))
    return new EmbeddedPostgresError(`${what} is not a directory.`, { cause: error })
  if (/ENOENT|ENAMETOOLONG/.test(text))
    return new EmbeddedPostgresError(`${what} cannot be made.`, { cause: error })
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(text))
    return new EmbeddedPostgresError(`The disk that holds ${what} is full.`, { cause: error })
  return undefined
}
