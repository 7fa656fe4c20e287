import { childOn, untilReady } from '../harness/child.js'
import type { Environment } from '../harness/operator.js'
import { untilFirstSecrets } from '../harness/requests.js'
import { killAll, serversOf } from './postgres.js'

/** What services are started with in a drill that kills. */
export const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '100000000',
  WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1s,2s,5s,10s,20s,30s',
}

export type Service = Awaited<ReturnType<typeof newService>>

/** The all-in-one service as an operator runs it, not started yet: a process on a data directory. */
export async function newService(dataDir: string, settings: Environment = {}) {
  const child = await childOn({
    script: 'services/all-in-one/dist/main.js',
    env: { ...SETTINGS, DATA_DIR: dataDir, ...settings },
    path: '/api/health',
  })
  /** Waits until commands are accepted; returns how long that took, in milliseconds. */
  async function start(): Promise<number> {
    child.start()
    return untilReady([child])
  }
  return {
    url: child.url,
    output: () => child.output(),
    start,
    stop: () => child.stop(),
    /** Starts on an empty directory; returns the API key that it makes. */
    async firstStart(): Promise<string> {
      await start()
      return (await untilFirstSecrets(child, dataDir)).key
    },
    /** SIGKILL to our process, and to PostgreSQL's in the same moment if wanted. */
    async kill({ withPostgres }: { readonly withPostgres: boolean }): Promise<void> {
      const others = withPostgres ? await serversOf(dataDir) : []
      const gone = child.stop('SIGKILL')
      killAll(others)
      await gone
    },
  }
}
