import { join } from 'node:path'
import { freePort } from '@ecmr/runtime'
import { connectEmbedded, openPool } from '@ecmr/postgres'
import type { Environment } from '../../harness/operator.js'
import { newService } from '../service.js'
import { type Load, startLoad } from './load.js'

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/** The whole service in one process, as `npm start` has it, with a load all the time. */
export async function startInstallation(directory: string, settings: Environment = {}) {
  const dataDir = join(directory, 'data')
  const metrics = await freePort()
  const environment = { METRICS_PORT: String(metrics), ...settings }
  const service = await newService(dataDir, environment)
  const key = await service.firstStart()
  const database = await connectEmbedded(dataDir)
  const pool = openPool({ url: database.url, max: 6, name: 'drill', onError: () => undefined })
  const load: Load = await startLoad(service.url, key)
  return {
    service,
    key,
    load,
    pool,
    dataDir,
    databaseUrl: database.url,
    targets: [{ url: `http://127.0.0.1:${metrics}/metrics` }],
    /** the configuration, for the operator's commands */
    environment: { ...environment, DATA_DIR: dataDir },
    async close(): Promise<void> {
      await load.stop()
      await service.stop()
      await pool.end()
      await database.stop()
    },
  }
}
