import { Command } from '@commander-js/extra-typings'
import { type Backups, openBackups } from '@ecmr/backup'
import { loadConfig } from '@ecmr/runtime'
import { placeNamed } from '../../backup/place-named.js'
import { CommandFailed } from '../../failure.js'
import { example, print, table } from '../../output.js'

export const listBackupsCommand = () =>
  new Command('list')
    .description('list the backups in a place, newest first')
    .argument('[place]', 'a directory, or s3://bucket/prefix; by default BACKUP_TO')
    .addHelpText('after', example('ecmr backup list /mnt/backups'))
    .action(async (text, options) => {
      const config = loadConfig()
      const { all, place, isEncrypted } = await openBackups(placeNamed(text, config), config.backup.key)
      const backups = all.map(row)
      print(options, { place: place.label, encrypted: isEncrypted, backups }, () =>
        table(backups, `There are no backups in ${place.label} yet.`),
      )
      const damaged = backups.filter(({ state }) => state !== 'whole').length
      if (damaged > 0)
        throw new CommandFailed(`${damaged} backups cannot be used. "ecmr backup verify" says why.`)
    })

function row(backup: Backups['all'][number]) {
  if ('fault' in backup)
    return { id: backup.id, at: null, events: null, documents: null, version: null, state: 'damaged' }
  const { id, at, version, log, objects } = backup
  return { id, at, events: log.events, documents: objects.count, version, state: 'whole' }
}
