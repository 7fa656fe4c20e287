import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailed, errorCode } from '../../failure.js'
import { fileFault } from './file-fault.js'

/** A folder that is being written. */
export interface NewFolder {
  /** SHA-256, hex, of each file by its name in the folder */
  readonly sums: ReadonlyMap<string, string>
  /** Writes a file, which is on the disk when this resolves. */
  write(name: string, chunks: Chunks): Promise<void>
}

type Chunks = readonly (string | Uint8Array)[] | AsyncGenerator<string | Uint8Array>

/**
 * Makes a folder that has its name only once it is complete. Until then it stands beside, and nothing is left of it when the work
 * fails or the signal aborts.
 *
 * @throws CommandFailed when the name is taken, or nothing can be written there
 */
export async function makeFolder<Result>(
  path: string,
  signal: AbortSignal,
  work: (folder: NewFolder) => Promise<Result>,
): Promise<Result> {
  await refuseTaken(path)
  const beside = await mkdtemp(`${path}.unfinished-`).catch((error: unknown) => refuse(path, error))
  try {
    const result = await work(newFolder(beside, signal))
    signal.throwIfAborted()
    await rename(beside, path)
    return result
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    signal.throwIfAborted()
    return refuse(path, error)
  }
}

function newFolder(path: string, signal: AbortSignal): NewFolder {
  const sums = new Map<string, string>()
  return {
    sums,
    async write(name, chunks) {
      const file = join(path, name)
      await mkdir(dirname(file), { recursive: true })
      const hash = createHash('sha256')
      await pipeline(
        async function* () {
          for await (const chunk of chunks) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(file, { flags: 'wx', flush: true }),
        { signal },
      )
      sums.set(name, hash.digest('hex'))
    },
  }
}

async function refuseTaken(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    const code = error instanceof Error && errorCode(error)
    return code === 'ENOENT' ? undefined : refuse(path, error)
  })
  if (found)
    throw new CommandFailed(`There is something at ${path} already; name a folder that is not there.`)
}

function refuse(path: string, error: unknown): never {
  const fault = fileFault(error)
  if (fault === undefined) throw error
  throw new CommandFailed(`${path} cannot be written, and nothing of it was kept: ${fault}.`)
}
