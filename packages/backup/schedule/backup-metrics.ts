import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { placeRecords } from '../installation/place-record.js'

/** Counts the backups that this process makes, and tells how old the newest one is. */
export interface BackupMetrics {
  made(seconds: number): void
  failed(): void
}

/** Registers the metrics of backups that are made by themselves. */
export function backupMetrics(registry: Registry, pool: Pool): BackupMetrics {
  const registers = [registry]
  const labelNames = ['place']
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
  const every = new Gauge({
    name: 'ecmr_backup_every_seconds',
    help: 'Time between two backups that are made by themselves (BACKUP_EVERY)',
    labelNames,
    registers,
  })
  new Gauge({
    name: 'ecmr_backup_age_seconds',
    help: 'Age of the newest backup in BACKUP_TO; before the first one, time since backups are to be made',
    labelNames,
    registers,
    async collect() {
      this.reset()
      every.reset()
      for (const { place, every_ms, age_ms } of await placeRecords(pool).catch(() => [])) {
        if (every_ms === null) continue
        this.set({ place }, age_ms / 1_000)
        every.set({ place }, every_ms / 1_000)
      }
    },
  })
  return {
    made(seconds) {
      backups.inc({ outcome: 'made' })
      lasted.set(seconds)
    },
    failed: () => backups.inc({ outcome: 'failed' }),
  }
}
