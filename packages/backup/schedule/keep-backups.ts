import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { noteBackup, noteFailure, noteSchedule, placeRecords } from '../installation/place-record.js'
import { openPlace } from '../place/open-place.js'
import type { BackupMetrics } from './backup-metrics.js'
import { takeInWorker, type WorkerTask } from './take-in-worker.js'

/** After a failure it is tried again so soon, or at the next time if that is sooner. */
const AFTER_FAILURE_MS = 600_000
/** `setTimeout` takes no longer ones. */
const LONGEST_WAIT_MS = 86_400_000

/**
 * Takes a backup whenever one is due, and removes old ones, until the signal aborts. To be run in one process at a time; a
 * restart takes none that is not due. Never rejects: failures are noted, logged and counted, and it is tried again.
 */
export async function keepBackups(options: {
  readonly pool: Pool
  readonly task: WorkerTask
  readonly everyMs: number
  readonly signal: AbortSignal
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
  readonly metrics: BackupMetrics
}): Promise<void> {
  const { pool, task, everyMs, signal, log } = options
  const { label } = openPlace(task.place)
  let pauseMs = 0
  while (await sleep(Math.min(pauseMs, LONGEST_WAIT_MS), signal)) {
    try {
      await noteSchedule(pool, label, everyMs)
      pauseMs = await untilDue(pool, label, everyMs)
      if (pauseMs <= 0) pauseMs = await takeOne(options, label)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'whether a backup is due cannot be found out')
      pauseMs = Math.min(everyMs, AFTER_FAILURE_MS)
    }
  }
}

async function untilDue(pool: Pool, label: string, everyMs: number): Promise<number> {
  const record = (await placeRecords(pool)).find(({ place }) => place === label)
  return record?.ok_at ? everyMs - record.age_ms : 0
}

/** @returns when to look again, milliseconds */
async function takeOne(options: Parameters<typeof keepBackups>[0], label: string): Promise<number> {
  const { pool, task, everyMs, signal, log, metrics } = options
  const soon = Math.min(everyMs, AFTER_FAILURE_MS)
  const taken = await takeInWorker(task, signal)
  if (signal.aborted || 'underWay' in taken) return soon
  if ('problem' in taken) {
    metrics.failed()
    log.error({ place: label, problem: taken.problem }, 'no backup was made')
    await noteFailure(pool, label, taken.problem)
    return soon
  }
  const { id, at, events, documents, bytes, seconds, leftOut } = taken.backup
  await noteBackup(pool, label, taken.backup)
  metrics.made(seconds)
  log.info(
    {
      place: label,
      backup_id: id,
      events,
      documents,
      bytes,
      ms: Math.round(seconds * 1_000),
      removed: taken.removed.length,
    },
    'a backup was made',
  )
  if (leftOut.length > 0)
    log.error(
      { documents: leftOut.length },
      'documents are damaged where they are kept, and are in no backup',
    )
  return everyMs - Math.max(0, Date.now() - Date.parse(at))
}
