import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Medium } from '../medium.js'
import { ObjectDamaged } from '../object-damaged.js'
import { MOST_OBJECT_BYTES } from '../port.js'
import { codeOf, fileFault } from './file-fault.js'
import { removeLeftovers } from './leftovers.js'
import { pageOf, placeOf, UNFINISHED } from './list-directory.js'
import { syncDirectory, writeWhole } from './write-file.js'

const CLEAN_EVERY_MS = 60 * 60 * 1_000

/** Objects as files of a directory, which is made when it is first used. */
export function openDirectory(directory: string): Medium {
  const unfinished = join(directory, UNFINISHED)
  let cleanedAt = Number.NEGATIVE_INFINITY
  let isMade = false

  async function use<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      if (!isMade) await mkdir(directory, { recursive: true, mode: 0o700 })
      isMade = true
      return await work()
    } catch (error) {
      throw fileFault(directory, error)
    }
  }

  /** Undefined when the file is not there, but the directory is: a disk may have gone away. */
  async function orAbsent<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      await stat(directory)
      return undefined
    }
  }

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < CLEAN_EVERY_MS) return
    cleanedAt = performance.now()
    await removeLeftovers(unfinished)
  }

  return {
    read: (key, signal) => use(() => orAbsent(() => readBounded(join(directory, placeOf(key)), key, signal))),
    write: (key, bytes) =>
      use(async () => {
        const path = join(directory, placeOf(key))
        await clean()
        if (!(await holds(path, bytes))) await writeWhole(path, bytes, unfinished)
        // Also when it was there: the process that wrote it may not have come so far.
        for (const each of [dirname(path), dirname(dirname(path)), directory]) await syncDirectory(each)
      }),
    size: (key) => use(() => orAbsent(async () => (await stat(join(directory, placeOf(key)))).size)),
    remove: (key) => use(() => rm(join(directory, placeOf(key)), { force: true })),
    page: (from) => use(() => pageOf(directory, from)),
    check: () => use(() => access(directory, constants.R_OK | constants.X_OK)),
  }
}

async function readBounded(path: string, key: string, signal: AbortSignal): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > MOST_OBJECT_BYTES) throw new ObjectDamaged(key, `it has ${size} bytes`)
    return await file.readFile({ signal })
  } finally {
    await file.close()
  }
}

/** Whether a file has these very bytes; one that cannot be read has not, and is written anew. */
async function holds(path: string, bytes: Uint8Array): Promise<boolean> {
  const state = await stat(path).catch(() => undefined)
  if (state?.size !== bytes.length) return false
  const found = await readFile(path).catch(() => undefined)
  return found?.equals(bytes) === true
}
