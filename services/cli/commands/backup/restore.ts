import { Command } from '@commander-js/extra-typings'
import {
  assertRestorable,
  chosenBackup,
  instantOf,
  type Manifest,
  openBackups,
  type Target,
} from '@ecmr/backup'
import { openObjectStorage } from '@ecmr/storage'
import { givenSecretKey } from '../../backup/given-secret-key.js'
import { newerElsewhere } from '../../backup/newer-elsewhere.js'
import { megabytes, placeNamed } from '../../backup/place-named.js'
import { type Restored, restoreAndProve } from '../../backup/restore-and-prove.js'
import { CommandFailed } from '../../failure.js'
import { change } from '../../installation.js'
import { instant } from '../../options.js'
import { example, print } from '../../output.js'
import { servicesAtWork } from '../../store/services-at-work.js'

export const restoreBackupCommand = () =>
  new Command('restore')
    .description('restore a backup into an empty installation, rebuild the read models and prove the result')
    .argument('<place>', 'a directory, or s3://bucket/prefix')
    .option('--as-of <instant>', 'the newest backup that is not younger than this', instant)
    .option('--id <backup>', 'this backup; by default the newest one')
    .addHelpText('after', HELP)
    .action((text, { asOf, id, ...options }) =>
      change(async (installation) => {
        const { config, pool } = installation
        await refuseServices(installation)
        const opened = await openBackups(placeNamed(text, config), config.backup.key)
        const backup = chosenBackup(opened, { id, asOf })
        const target: Target = {
          pool,
          kind: config.eventStore.kind,
          store: await installation.eventStore(),
          objects: openObjectStorage(config.storage),
          secretKey: await givenSecretKey(config),
        }
        await assertRestorable(target, backup)
        const restored = await restoreAndProve(installation, { opened, backup, target })
        const younger = opened.all.filter((each) => instantOf(each) > new Date(backup.at)).length
        const newer = await newerElsewhere(installation, { backup, opened, objects: target.objects, younger })
        print(options, { id: backup.id, at: backup.at, ...restored, newer }, () =>
          told(backup, restored, newer),
        )
        if (!restored.ok)
          throw new CommandFailed(
            'The backup was restored, but what was restored does not prove. Run "ecmr audit verify".',
          )
      }),
    )

const HELP = `${example('ecmr backup restore /mnt/backups')}
The services must be stopped, and the installation empty: another DATA_DIR, or an empty database. Before, put SECRET_KEY back (or the files
secret.key and evidence.key into DATA_DIR), and set BACKUP_KEY if the backups are encrypted.
`

async function refuseServices(installation: Parameters<typeof servicesAtWork>[0]): Promise<void> {
  const names = await servicesAtWork(installation)
  if (names.length === 0) return
  throw new CommandFailed(
    `Services are running on this database (${names.join(', ')}). Stop them and run this again.`,
  )
}

function told(backup: Manifest, restored: Restored, newer: readonly string[]): string {
  const { log, objects, id, at } = backup
  const { seconds, problems, read_bytes } = restored
  return [
    `Restored ${id} of ${at}: ${log.events} events and ${objects.count} documents (${megabytes(read_bytes)}) in ${seconds.toFixed(1)} s.`,
    ...(problems.length === 0
      ? ['Every event is as it was recorded; read models and tree were made anew from them and agree.']
      : problems),
    ...newer,
  ].join('\n')
}
