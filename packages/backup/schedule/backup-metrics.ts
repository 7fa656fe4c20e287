import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type PlaceRecord, placeRecords } from '../installation/place-record.js'

/** Counts the backups that this process makes, and tells how old the newest one is. */
export interface BackupMetrics {
  made(seconds: number): void
  failed(): void
}

/** Registers the metrics of backups that are made by themselves. */
export function backupMetrics(registry: Registry, pool: Pool): BackupMetrics {
  const registers = [registry]
  const backups = new Counter({
    name: 'ecmr_backups_total',
    help: 'Backups that this process began by itself, by outcome: made or failed',
    labelNames: ['outcome'],
    registers,
  })
  const lasted = new Gauge({
    name: 'ecmr_backup_duration_seconds',
    help: 'How long the last backup of this process took',
    registers,
  })
  const ofPlaces = (name: string, help: string, millisecondsOf: (record: PlaceRecord) => number): Gauge =>
    new Gauge({
      ...{ name, help, labelNames: ['place'], registers },
      async collect() {
        this.reset()
        for (const record of await placeRecords(pool).catch(() => []))
          if (record.every_ms !== null) this.set({ place: record.place }, millisecondsOf(record) / 1_000)
      },
    })
  ofPlaces(
    'ecmr_backup_every_seconds',
    'Time between two backups that are made by themselves (BACKUP_EVERY)',
    ({ every_ms }) => every_ms ?? 0,
  )
  ofPlaces(
    'ecmr_backup_age_seconds',
    'Age of the newest backup in BACKUP_TO; before the first one, time since backups are to be made',
    ({ age_ms }) => age_ms,
  )
  return {
    made(seconds) {
      backups.inc({ outcome: 'made' })
      lasted.set(seconds)
    },
    failed: () => backups.inc({ outcome: 'failed' }),
  }
}
