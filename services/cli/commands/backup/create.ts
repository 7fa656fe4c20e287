import { Command } from '@commander-js/extra-typings'
import {
  BackupUnderWay,
  type CreatedBackup,
  createBackup,
  noteBackup,
  noteFailure,
  type Place,
  removeOldBackups,
} from '@ecmr/backup'
import { lowerPriority } from '@ecmr/process-pool/child'
import { openSecretKey, VERSION } from '@ecmr/runtime'
import { openObjectStorage } from '@ecmr/storage'
import { megabytes, placeNamed } from '../../backup/place-named.js'
import { CommandFailed, sentence } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { example, print } from '../../output.js'
import { progressBar } from '../../progress.js'

const LABELS = { tables: 'saving tables', log: 'saving the log', documents: 'saving documents' } as const

export const createBackupCommand = () =>
  new Command('create')
    .description('back up everything while the services run; what has not changed is not written again')
    .argument('[place]', 'a directory, or s3://bucket/prefix; by default BACKUP_TO')
    .option('--prune', 'then remove old backups: 7 daily, 4 weekly and 12 monthly ones are kept')
    .addHelpText('after', HELP)
    .action((text, { prune = false, ...options }) =>
      change(async (installation) => {
        const place = placeNamed(text, installation.config)
        lowerPriority()
        const backup = await create(installation, place)
        const removed = prune
          ? await removeOldBackups({ pool: installation.pool, place, ...secretOf(installation) })
          : []
        print(options, { place: place.label, ...backup, removed }, () =>
          created(installation, place, backup, removed),
        )
        if (backup.leftOut.length > 0)
          throw new CommandFailed(
            `Documents are damaged where they are kept, and are in no backup: ${backup.leftOut.length + backup.moreLeftOut}. "ecmr storage verify" names them.`,
          )
      }),
    )

const HELP = `${example('ecmr backup create /mnt/backups')}  $ ecmr backup create s3://bucket/prefix --prune

Saves the event log, accounts, webhooks, documents, wrapped keys and checkpoints; read models are made anew by a restore. With BACKUP_KEY
backups are encrypted. SECRET_KEY and the key of the evidence are in no backup: keep them, and BACKUP_KEY, elsewhere. It runs with low
priority, so that the services go first.
`

const secretOf = ({ config }: Installation): { readonly secret: string | undefined } => ({
  secret: config.backup.key,
})

async function create(installation: Installation, place: Place): Promise<CreatedBackup> {
  const { config, pool, signal } = installation
  const bar = progressBar(LABELS.tables, 'items')
  try {
    const backup = await createBackup({
      original: {
        pool,
        store: await installation.eventStore(),
        kind: config.eventStore.kind,
        objects: openObjectStorage(config.storage),
        secretKey: await openSecretKey(config.secretKey),
        version: VERSION,
      },
      place,
      ...secretOf(installation),
      signal,
      onProgress: (phase, done) => bar.update({ done, total: undefined, label: LABELS[phase] }),
    })
    await noteBackup(pool, place.label, backup)
    return backup
  } catch (error) {
    if (!(error instanceof BackupUnderWay))
      await noteFailure(pool, place.label, sentence(error)).catch(() => undefined)
    throw error
  } finally {
    bar.stop()
  }
}

function created(
  { config }: Installation,
  place: Place,
  backup: CreatedBackup,
  removed: readonly string[],
): string {
  const { id, at, events, documents, bytes, seconds, isOtherLog } = backup
  return [
    `Backup ${id} of ${at} in ${place.label}: ${events} events and ${documents} documents. Wrote ${megabytes(bytes)} in ${seconds.toFixed(1)} s.`,
    ...(isOtherLog ? ['The event log is not the one of the backup before, so all of it was saved.'] : []),
    ...(removed.length > 0 ? [`Removed ${removed.length} old backups.`] : []),
    config.backup.key === undefined
      ? 'It is not encrypted; set BACKUP_KEY to encrypt backups in another place.'
      : 'It is encrypted: it cannot be read without BACKUP_KEY.',
  ].join('\n')
}
