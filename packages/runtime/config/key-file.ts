import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The text of a file that holds a key. When there is none it is made, readable by its owner alone. Processes that start at the
 * same time agree on one.
 *
 * @throws the file system's error when it can be neither read nor made
 */
export async function readOrMakeKeyFile(path: string, make: () => string): Promise<string> {
  return (await readIfThere(path)) ?? makeOnce(path, make())
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function makeOnce(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    // A link never replaces an existing file: a process that comes second reads the key of the first.
    await link(unfinished, path).catch(ignoreExisting)
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
  return readFile(path, 'utf8')
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
