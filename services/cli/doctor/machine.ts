import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '@ecmr/runtime'
import { type Check, type Found, ok, problem, warning } from './finding.js'

const OLDEST_NODE = [20, 19] as const
const NEWEST_TRIED = 24
const GIB = 1024 ** 3
const LEAST_FREE = GIB
const LITTLE_FREE = 0.1
const OTHERS = 0o077

/** What can be seen without asking a server. */
export const checksOfMachine = (config: Config): readonly Check[] => [
  { name: 'node', otherwise: '', look: async () => nodeVersion(process.versions.node) },
  {
    name: 'disk',
    otherwise: `Create ${config.dataDir}, and let the user of the services write to it.`,
    look: () => disk(config.dataDir),
  },
  {
    name: 'secrets',
    otherwise: 'Let the user of the services read the files of secrets.',
    look: () => secretFiles(config),
  },
]

/** @param version of Node.js, such as 22.11.0 */
export function nodeVersion(version: string): Found {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, since] = OLDEST_NODE
  if (major < oldest || (major === oldest && minor < since))
    return problem(
      `Node.js ${version} is too old.`,
      `Install Node.js ${oldest}.${since} or newer, ${NEWEST_TRIED} at best.`,
    )
  if (major > NEWEST_TRIED)
    return warning(`This version was not tried with Node.js ${version}.`, `Use Node.js ${NEWEST_TRIED}.`)
  return ok(`Node.js ${version}.`)
}

async function disk(directory: string): Promise<Found> {
  const there = await nearest(directory)
  await access(there, constants.W_OK)
  const { bavail, blocks, bsize } = await statfs(there)
  return diskSpace(directory, { free: bavail * bsize, total: blocks * bsize })
}

/** @param space in bytes */
export function diskSpace(
  directory: string,
  { free, total }: { readonly free: number; readonly total: number },
): Found {
  const says = `${(free / GIB).toFixed(1)} of ${(total / GIB).toFixed(1)} GiB are free for ${directory}.`
  const todo = 'Make room, or move DATA_DIR to a larger disk: nothing can be recorded on a full one.'
  if (free < LEAST_FREE) return problem(says, todo)
  return free < total * LITTLE_FREE ? warning(says, todo) : ok(says)
}

/** The directory, or the one in which it would be created. */
async function nearest(directory: string): Promise<string> {
  try {
    await stat(directory)
    return directory
  } catch (error) {
    const parent = dirname(directory)
    if (parent === directory) throw error
    return nearest(parent)
  }
}

async function secretFiles({ secretFiles: given, secretKey, evidence }: Config): Promise<Found> {
  const generated = [
    ...(secretKey.kind === 'file' ? [secretKey.path] : []),
    ...(evidence.key?.isGenerated ? [evidence.key.path] : []),
  ]
  const open: string[] = []
  for (const path of given) if (((await stat(path)).mode & OTHERS) !== 0) open.push(path)
  for (const path of generated) {
    const mode = await stat(path).then(
      (found) => found.mode,
      () => 0,
    )
    if ((mode & OTHERS) !== 0) open.push(path)
  }
  if (open.length > 0)
    return warning(
      `Other users of this machine may read ${open.join(', ')}.`,
      'Take their rights away with "chmod 600", unless these are files that Docker mounts for its containers.',
    )
  return ok('No other user of this machine may read the files of secrets.')
}
