import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from './child.js'
import { untilFirstSecrets } from './requests.js'
import { newScratchDirectory } from './servers.js'

/** The whole service as `npm start` runs it, on data of its own that are thrown away. */
export interface WholeService {
  /** where it listens */
  readonly url: string
  /** what it makes at its first start: who logs in, and how */
  readonly person: { readonly email: string; readonly password: string }
  stop(): Promise<void>
}

// How much may come in a minute is not what is looked at here.
const ENV = { RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' }

/**
 * Starts the service with its embedded PostgreSQL.
 *
 * @param purpose a word for the directory of its data
 */
export async function startWholeService(purpose: string): Promise<WholeService> {
  const directory = await newScratchDirectory(purpose)
  const env = { ...ENV, DATA_DIR: join(directory, 'data') }
  const child = await startChild({ script: 'services/all-in-one/dist/main.js', env, path: '/readyz' })
  return {
    url: child.url,
    person: await untilFirstSecrets(child, env.DATA_DIR),
    async stop() {
      await child.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
