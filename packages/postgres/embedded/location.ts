import { access, chmod, chown, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileSystemFault } from './errors.js'
import type { ServerUser } from './run.js'

/** Where things go that the server's user could not reach in their usual place. Only used when started as root. */
export const SYSTEM_HOME = '/var/lib/ecmr'

/**
 * Makes the data directory if need be, for its owner alone. Started as root, others may pass through it without seeing
 * what is in it, because the server runs as another user. Returns its real path.
 */
export async function makeDataDir(dataDir: string): Promise<string> {
  try {
    await makeDirectory(dataDir)
    // Only while it is empty: then it was made for us, and we may change its permissions.
    if (process.getuid?.() === 0 && (await readdir(dataDir)).length === 0) await chmod(dataDir, 0o711)
    return await realpath(dataDir)
  } catch (error) {
    throw fileSystemFault(error, `DATA_DIR ${dataDir}`) ?? error
  }
}

// Not mkdir's own `recursive`: Node retries indefinitely where no directory can be made, such as in /proc.
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || (await exists(dirname(path)))) throw error
    await makeDirectory(dirname(path))
    await mkdir(path, { mode: 0o700 })
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Makes a directory for the server's user alone. */
export async function makeServerDir(path: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  await mkdir(path, { mode: 0o700 })
  if (user) await chown(path, user.uid, user.gid)
}

/** Whether a user may pass through a directory and all above it. */
export async function canEnter(directory: string, user: ServerUser | undefined): Promise<boolean> {
  if (!user) return true
  for (let path = directory; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const allowed = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001
    if (!allowed) return false
    if (path === dirname(path)) return true
  }
}
