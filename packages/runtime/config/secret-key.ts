import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SecretKeySource } from './config.js'
import { ConfigError } from './config-error.js'

const BYTES = 32
const SHORTEST = 32

/**
 * The secret key as text of at least 32 characters. A key that lives in a file is generated when there is none, readable by
 * its owner alone. Processes that start at the same time agree on one.
 *
 * @throws ConfigError when the file holds no key
 */
export async function openSecretKey(source: SecretKeySource): Promise<string> {
  if (source.kind === 'given') return source.key
  const key = (await readKey(source.path)) ?? (await generate(source.path))
  if (key.length < SHORTEST)
    throw new ConfigError([`${source.path} does not hold a secret key; restore it from a backup.`])
  return key
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function generate(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(BYTES).toString('base64url')}\n`)
    await file.sync()
    // A link never replaces an existing file: a process that comes second reads the key of the first.
    await link(unfinished, path).catch(ignoreExisting)
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
