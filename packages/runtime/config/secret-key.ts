import { randomBytes } from 'node:crypto'
import type { SecretKeySource } from './config.js'
import { ConfigError } from './config-error.js'
import { readOrMakeKeyFile } from './key-file.js'

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
  const text = await readOrMakeKeyFile(source.path, () => `${randomBytes(BYTES).toString('base64url')}\n`)
  const key = text.trim()
  if (key.length < SHORTEST)
    throw new ConfigError([`${source.path} does not hold a secret key; restore it from a backup.`])
  return key
}
