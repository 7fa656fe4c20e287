import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartFault } from '@ecmr/runtime'

/** The newest checkpoint of a log that a witness has cosigned. */
export interface Remembered {
  readonly size: number
  /** base64 */
  readonly root: string
  /** with the signatures of the log and of the witness */
  readonly note: string
}

/** What a witness remembers, by origin. */
export interface WitnessMemory {
  get(origin: string): Remembered | undefined
  /** When this resolves, it survives a crash. One call at a time. */
  set(origin: string, remembered: Remembered): Promise<void>
}

/**
 * Opens the file of a witness; there need not be one yet.
 *
 * @throws StartFault when it holds something else: a witness that forgets would cosign a fork
 */
export async function openMemory(path: string): Promise<WitnessMemory> {
  const known = new Map(Object.entries(await load(path)))
  return {
    get: (origin) => known.get(origin),
    async set(origin, remembered) {
      const next = new Map(known).set(origin, remembered)
      await save(path, `${JSON.stringify(Object.fromEntries(next), null, 1)}\n`)
      known.set(origin, remembered)
    },
  }
}

async function load(path: string): Promise<Readonly<Record<string, Remembered>>> {
  try {
    return parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new StartFault(
      `${path} does not hold what a witness remembers; restore it. A witness that has forgotten what it cosigned proves nothing.`,
      { cause: error },
    )
  }
}

function parse(json: unknown): Readonly<Record<string, Remembered>> {
  if (typeof json !== 'object' || json === null) throw new TypeError('not an object')
  return Object.fromEntries(
    Object.entries(json).map(([origin, value]: [string, unknown]) => {
      if (!isRemembered(value)) throw new TypeError(`not a checkpoint: ${origin}`)
      return [origin, value]
    }),
  )
}

function isRemembered(value: unknown): value is Remembered {
  return (
    typeof value === 'object' &&
    value !== null &&
    'size' in value &&
    Number.isSafeInteger(value.size) &&
    'root' in value &&
    typeof value.root === 'string' &&
    'note' in value &&
    typeof value.note === 'string'
  )
}

/** Under another name first: after a crash the file is as before, or as after. */
async function save(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    const directory = await open(dirname(path), 'r')
    await directory.sync().finally(() => directory.close())
  } finally {
    await rm(unfinished, { force: true })
  }
}
