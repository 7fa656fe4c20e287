import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, openCluster, whereabouts } from './cluster.js'
import { EmbeddedPostgresError } from './errors.js'
import type { LaunchOptions } from './launch.js'
import { type Occupancy, occupy } from './occupancy.js'
import { ensureRunning, serverUrl, shutDown } from './server.js'
import type { Settings } from './settings.js'

/** An embedded PostgreSQL that this process uses. */
export interface EmbeddedPostgres {
  /** superuser connection string, with the password in it */
  readonly url: string
  /** a sentence for the operator, when something is not where one would look for it */
  readonly note?: string
  /** Leaves the server, and stops it when none of our other processes is using it. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on a data directory, for the one service that owns it, and keeps it running: a server that dies is
 * started again on the same port. A server that a killed service left running is taken over.
 *
 * @param options.dataDir is made when it does not exist
 * @param options.log logs what takes noticeable time
 * @param options.settings server settings laid over ours
 * @throws EmbeddedPostgresError with a sentence for the operator, also when a service runs on this directory already
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly log?: (line: string) => void
  readonly settings?: Settings
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined)
  const settings = options.settings ?? {}
  const cluster = await openCluster(options.dataDir, log)
  let { occupancy, port, url } = await enter(cluster, 'service', { settings })
  let stopping = false
  const kept = keep()

  async function keep(): Promise<void> {
    for (;;) {
      await occupancy.ended
      if (stopping) return
      log('PostgreSQL went away; starting it again …')
      const again = await enter(cluster, 'service', { settings, port }).catch(report)
      if (again) ({ occupancy, port, url } = again)
      else await delay(1_000)
    }
  }
  function report(error: unknown): undefined {
    log(`PostgreSQL cannot be started: ${error instanceof Error ? error.message : error}`)
  }

  return {
    url,
    ...noteOf(cluster),
    async stop() {
      stopping = true
      if (await occupancy.leave()) await shutDown(cluster)
      await kept
    },
  }
}

/**
 * Connects to the PostgreSQL of a data directory next to the service, starting it when it is not running. The last
 * process to stop stops the server.
 *
 * @throws EmbeddedPostgresError with a sentence for the operator
 */
export async function connectEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, () => undefined)
  const { occupancy, url } = await enter(cluster, 'guest', {})
  return {
    url,
    ...noteOf(cluster),
    async stop() {
      if (await occupancy.leave()) await shutDown(cluster)
    },
  }
}

function noteOf(cluster: Cluster): { note: string } | Record<string, never> {
  const note = whereabouts(cluster)
  return note === undefined ? {} : { note }
}

const ATTEMPTS = 5

async function enter(
  cluster: Cluster,
  as: 'service' | 'guest',
  options: LaunchOptions,
): Promise<{ occupancy: Occupancy; port: number; url: string }> {
  for (let attempt = 1; ; attempt++) {
    const server = await ensureRunning(cluster, options)
    const url = serverUrl(cluster, server)
    // A server that another process is just stopping still answers, and then ends our connection.
    const entered = await occupy(url, as).catch((error: unknown) => {
      if (attempt === ATTEMPTS) throw error
    })
    if (entered?.ok) return { occupancy: entered.occupancy, port: server.port, url }
    if (entered) throw occupied(cluster, entered.otherPid)
    await delay(200)
  }
}

function occupied(cluster: Cluster, otherPid: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The service is already running on ${cluster.dataDir} (process ${otherPid}): stop it first, or set DATA_DIR to another directory.`,
  )
}
