export * from './backup-fault.js'
export {
  type CreatedBackup,
  type CreatePhase,
  createBackup,
  type Original,
} from './create/create-backup.js'
export type { Manifest } from './format/manifest.js'
export { age, lateBackup } from './installation/late-backup.js'
export * from './installation/place-record.js'
export { whileAlone } from './installation/while-alone.js'
export * from './migrations/migrate-backup.js'
export { openPlace, type Place } from './place/open-place.js'
export { backedUpObjects } from './restore/backed-up-objects.js'
export { type Backups, chosenBackup, instantOf, openBackups } from './restore/open-backups.js'
export { assertRestorable, type RestorePhase, restoreBackup, type Target } from './restore/restore-backup.js'
export { type VerifiedBackups, verifyBackups } from './restore/verify-backups.js'
export { removeOldBackups } from './retention/remove-old-backups.js'
export { KEEP, type Keep, whichToKeep } from './retention/which-to-keep.js'
export { type BackupMetrics, backupMetrics } from './schedule/backup-metrics.js'
export { keepBackups } from './schedule/keep-backups.js'
export type { WorkerTask } from './schedule/take-in-worker.js'
export { isSaved, NOT_SAVED, SAVED, savableTables } from './tables/saved-tables.js'
export { wholeLines } from './tables/chunks.js'
