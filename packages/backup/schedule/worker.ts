import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openEventStore, UNHURRIED_MS } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { openObjectStorage } from '@ecmr/storage'
import { BackupFault, BackupUnderWay } from '../backup-fault.js'
import { createBackup } from '../create/create-backup.js'
import { openPlace } from '../place/open-place.js'
import { removeOldBackups } from '../retention/remove-old-backups.js'
import type { TakenByWorker, WorkerTask } from './take-in-worker.js'

/** Takes one backup in a thread of its own, so that nobody waits while parts are compressed and encrypted. */
async function take(task: WorkerTask): Promise<TakenByWorker> {
  const { url, eventStore, secret, secretKey, version } = task
  const pool = openPool({ url, max: 4, name: 'ecmr backup' })
  const store = await openEventStore({ url, ...eventStore }, { timeoutMs: UNHURRIED_MS })
  try {
    const place = openPlace(task.place)
    const backup = await createBackup({
      original: {
        ...{ pool, store, kind: eventStore.kind, secretKey, version },
        objects: openObjectStorage(task.storage),
      },
      ...{ place, secret },
      signal: new AbortController().signal,
    })
    return { backup, removed: await removeOldBackups({ pool, place, secret }) }
  } catch (error) {
    if (error instanceof BackupUnderWay) return { underWay: true }
    const isTold = error instanceof BackupFault
    return {
      problem: isTold || !(error instanceof Error) ? String(isTold ? error.message : error) : error.message,
    }
  } finally {
    await store.close()
    await pool.end()
  }
}

// On Linux this is the priority of the thread alone; elsewhere it would be that of the service.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
parentPort?.postMessage(await take(workerData))
