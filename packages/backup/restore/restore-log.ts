import { copyLog, type EventStore, LogsDiffer } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import { BackupFault } from '../backup-fault.js'
import type { Manifest } from '../format/manifest.js'
import { logOfBackup, placeInLog } from './log-of-backup.js'
import type { Backups } from './open-backups.js'

/** What is kept in PostgreSQL and names a place in the log, read models aside: these are made anew. */
const PLACES = [
  { table: 'broker.checkpoints', column: 'position' },
  { table: 'webhooks.endpoints', column: 'follows_from' },
  { table: 'webhooks.replays', column: 'from_position' },
  { table: 'webhooks.replays', column: 'until_position' },
  { table: 'webhooks.replays', column: 'reached_position' },
] as const

/**
 * Restores the log into a store of its own, event by event in its order, and proves that it is the same. After a crash the next
 * run goes on where this one has stopped.
 *
 * @throws BackupFault when the store holds something else
 */
export async function restoreLog(
  opened: Backups,
  options: {
    readonly backup: Manifest
    readonly store: EventStore
    readonly signal: AbortSignal
    readonly onProgress?: (events: number) => void
  },
): Promise<void> {
  const { backup, store, signal, onProgress } = options
  const marks = { load: async () => undefined, save: async () => undefined }
  try {
    const { ok } = await copyLog({
      ...{ source: logOfBackup(opened, backup), target: store, marks, signal },
      onProgress: (_phase, events) => onProgress?.(events),
    })
    if (!ok) throw new BackupFault('The events of this backup do not verify. Use another backup.')
  } catch (error) {
    if (!(error instanceof LogsDiffer)) throw error
    throw new BackupFault(
      `The event store is not empty, and is no beginning of this backup: ${error.message}. Restore into one without streams of this service.`,
    )
  }
}

/** Writes the places at which webhooks and those who carry events on stood anew, for the restored log. */
export async function movePlaces(
  client: ClientBase,
  opened: Backups,
  { backup, store }: { readonly backup: Manifest; readonly store: EventStore },
): Promise<void> {
  const source = logOfBackup(opened, backup)
  for (const { table, column } of PLACES) {
    const { rows } = await client.query<{ place: string }>(
      `select distinct ${column} as place from ${table} where ${column} <> ''`,
    )
    const moves = new Map<string, string>()
    for (const { place } of rows) moves.set(place, await placeInLog(source, store, place))
    // All at once: a new place may be the old one of another row.
    await client.query(
      `update ${table} t set ${column} = m.there from unnest($1::text[], $2::text[]) as m(place, there)
        where t.${column} = m.place`,
      [[...moves.keys()], [...moves.values()]],
    )
  }
}
