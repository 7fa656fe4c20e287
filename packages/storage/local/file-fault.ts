import { reasonOf } from '@ecmr/runtime'
import { StorageUnavailable } from '../storage-unavailable.js'

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'our share of the disk is used up',
  EROFS: 'the disk can only be read',
  EACCES: 'our user may not use it',
  EPERM: 'our user may not use it',
  EIO: 'the disk is faulty',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
}

/** What the operator reads when files of a directory cannot be used. */
export function fileFault(directory: string, error: unknown): Error {
  if (error instanceof StorageUnavailable) return error
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error ? error : new Error(reasonOf(error))
  return new StorageUnavailable(`${directory}: ${WORDS[code] ?? 'a file cannot be used'} (${code})`)
}

/** The code of a fault of the file system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
