import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, fileFault } from '../local/file-fault.js'
import { syncDirectory } from '../local/write-file.js'
import { MOST_OBJECT_BYTES } from '../port.js'
import { StorageUnavailable } from '../storage-unavailable.js'
import type { NamedObjects } from './port.js'

/**
 * Named objects as files of a directory, which is made when something is added.
 *
 * @param isPrivate whether only our own user may read them
 */
export function directoryOfNames(directory: string, isPrivate = false): NamedObjects {
  const modes = isPrivate ? { directory: 0o700, file: 0o600 } : { directory: 0o755, file: 0o644 }
  const use = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw fileFault(directory, error)
    })
  const read = (name: string): Promise<Uint8Array | undefined> =>
    use(readBounded(join(directory, name)).catch(absent))
  return {
    read,
    async add(name, bytes) {
      const there = await read(name)
      if (!there) await use(addFile(directory, { name, bytes, modes }))
      const kept = there ?? (await read(name))
      return kept && Buffer.compare(kept, bytes) === 0 ? 'kept' : 'other'
    },
    remove: (name) => use(rm(join(directory, name), { force: true })),
    async *names() {
      const names = (await use(readdir(directory).catch(absent))) ?? []
      yield* names.sort()
    },
  }
}

/** Under another name first, so that a part of a file is never seen; a file that is there is left as it is. */
async function addFile(
  directory: string,
  {
    name,
    bytes,
    modes,
  }: {
    readonly name: string
    readonly bytes: Uint8Array
    readonly modes: { readonly directory: number; readonly file: number }
  },
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: modes.directory })
  const unfinished = join(directory, `.${name}.${randomBytes(4).toString('hex')}`)
  try {
    const file = await open(unfinished, 'wx', modes.file)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(unfinished, join(directory, name)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await syncDirectory(directory)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function readBounded(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size > MOST_OBJECT_BYTES)
    throw new StorageUnavailable(`${path} has ${size} bytes, more than any object`)
  return readFile(path)
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
