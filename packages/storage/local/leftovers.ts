import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No write takes so long: a file that is older was left by a process that was killed. */
const OLD_MS = 60 * 60 * 1_000

/** Removes unfinished files that nobody writes any more. */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    const state = await stat(path).catch(() => undefined)
    if (state && state.mtimeMs < Date.now() - OLD_MS) await rm(path, { force: true })
  }
}
