import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_FILES = 1_000

/**
 * Writes what was made at the first start into a file below a directory that its owner alone can read, and returns its path. A
 * file that is there is never overwritten: after a second first start on a new database there is `first-start-2.txt`.
 */
export async function writeFirstStart(directory: string, text: string): Promise<string> {
  const unfinished = join(directory, `first-start.${randomBytes(4).toString('hex')}`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
    return await linkToFreeName(unfinished, directory)
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
}

/** A link never replaces a file, and what it leads to is complete. */
async function linkToFreeName(from: string, directory: string): Promise<string> {
  for (let number = 1; number <= MOST_FILES; number++) {
    const path = join(directory, number === 1 ? 'first-start.txt' : `first-start-${number}.txt`)
    if (await linked(from, path)) return path
  }
  throw new Error(`${directory} has ${MOST_FILES} files of first starts already; delete those that were read`)
}

async function linked(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
