import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the service made at its first start: a person and an API key of the company Demo. */
export interface FirstSecrets {
  readonly email: string
  readonly password: string
  readonly key: string
}

/** Reads them from the data directory, where the service has put them; `undefined` until they are there. */
export async function firstSecrets(dataDir: string): Promise<FirstSecrets | undefined> {
  const text = await readFile(join(dataDir, 'first-start.txt'), 'utf8').catch(() => '')
  const [, email, password] = /Log in to the panel at \S+ as\s+(\S+@\S+)\s+(\S+)/.exec(text) ?? []
  const [key] = /ecmr_live_\w+/.exec(text) ?? []
  return email && password && key ? { email, password, key } : undefined
}
