import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import { newScratchDirectory } from '../scratch-directory.js'
import { sharedProcess } from './shared-process.js'
import { slowProjector } from './slow-projector.js'

const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '100000000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
  SECRET_KEY: 'a key that only this drill ever uses, and never again',
}

/**
 * Lets one company read and write what is as expensive as it may be, and looks at what that does to another one, to the
 * memory of the processes, and to read models.
 */
export async function costs(): Promise<boolean> {
  const directory = await newScratchDirectory()
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), settings: {} })
  const environment = { ...SETTINGS, DATA_DIR: directory, DATABASE_URL: postgres.url }
  try {
    const isShared = await sharedProcess(environment)
    const isProjected = await slowProjector(environment)
    console.log(isShared && isProjected ? 'all within the limits' : 'NOT within the limits')
    return isShared && isProjected
  } finally {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
