import type { Config } from './config.js'
import { SECRET_NAMES } from './forget-secrets.js'

/** Where the secrets of an installation are: the data directory, the files of secrets, and variables. */
export function keptSecrets({ dataDir, secretFiles }: Pick<Config, 'dataDir' | 'secretFiles'>): {
  readonly files: readonly string[]
  readonly secretNames: readonly string[]
} {
  return { files: [dataDir, ...secretFiles], secretNames: SECRET_NAMES }
}
