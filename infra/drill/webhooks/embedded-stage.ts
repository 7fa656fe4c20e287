import { connectEmbedded } from '@ecmr/postgres'
import { freePort } from '../../harness/child.js'
import { Service } from '../service.js'
import type { OpenStage } from './stage.js'

/** The whole service in one process, broker included, as `npm start` has it: it is killed as a whole. */
export const embeddedStage: OpenStage = async (directory) => {
  const service = new Service(directory, await freePort())
  await service.firstStart()
  const database = await connectEmbedded(directory)
  return {
    service: service.url,
    environment: { DATA_DIR: directory },
    databaseUrl: database.url,
    async kill() {
      await service.kill({ withPostgres: false })
      return 'the service'
    },
    revive: () => service.start(),
    async stop() {
      await service.stop()
      await database.stop()
    },
  }
}
