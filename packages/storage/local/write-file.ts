import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a file so that its bytes survive a crash, and so that nobody ever sees a part of them: under another name first.
 *
 * @param unfinished the directory for that, on the same disk
 */
export async function writeWhole(path: string, bytes: Uint8Array, unfinished: string): Promise<void> {
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const temporary = join(unfinished, randomBytes(16).toString('hex'))
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Makes the names in a directory survive a crash. Windows does so by itself, and opens no directories. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
