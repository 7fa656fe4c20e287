import { errorCode } from '../../failure.js'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it, or its folder, is not there',
  ENOTDIR: 'it, or its folder, is not there',
  EISDIR: 'it is a folder',
  EACCES: 'our user may not use it',
  EPERM: 'our user may not use it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'our share of the disk is used up',
  EFBIG: 'a file is too large',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the disk is faulty',
}

/** What the operator reads of a fault of the file system; undefined: it is none. */
export function fileFault(error: unknown): string | undefined {
  const code = error instanceof Error ? errorCode(error) : undefined
  const words = code && WORDS[code]
  return words && `${words} (${code})`
}
