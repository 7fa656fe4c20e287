import type { SecretKeySource } from './config.js'

/** The secret key; generated first when its file does not exist. */
export async function openSecretKey(_source: SecretKeySource): Promise<string> {
  throw new Error('not yet')
}
