import { type BackupMetrics, keepBackups, noteNoSchedule } from '@ecmr/backup'
import { type openPool, runAsLeader } from '@ecmr/postgres'
import { type Config, type Service, VERSION } from '@ecmr/runtime'

/** Takes backups, in one process at a time, until the signal aborts; at once when no place for them is set. */
export async function backUp(options: {
  readonly config: Config
  readonly url: string
  readonly pool: ReturnType<typeof openPool>
  readonly secretKey: string
  readonly signal: AbortSignal
  readonly log: Service['log']
  readonly metrics: BackupMetrics
}): Promise<void> {
  const { config, url, pool, secretKey, signal, log, metrics } = options
  const { to: place, everyMs, key: secret } = config.backup
  if (place === undefined) return noteNoSchedule(pool, { signal, log })
  const { eventStore, storage } = config
  const task = { url, eventStore, storage, place, secret, secretKey, version: VERSION }
  await runAsLeader({
    ...{ url, name: 'backups', signal },
    work: (leading) => keepBackups({ pool, task, everyMs, signal: leading, log, metrics }),
    onError: (error) => log.warn({ err: error }, 'backups are not made for a moment'),
  })
}
