import { Command } from '@commander-js/extra-typings'
import { chosenBackup, openBackups, type VerifiedBackups, verifyBackups } from '@ecmr/backup'
import { loadConfig } from '@ecmr/runtime'
import { placeNamed } from '../../backup/place-named.js'
import { CommandFailed } from '../../failure.js'
import { interruptible } from '../../interruptible.js'
import { example, print } from '../../output.js'
import { progressBar } from '../../progress.js'

const MOST_LINES = 100

export const verifyBackupsCommand = () =>
  new Command('verify')
    .description('read every part of the backups and compare it with its hashes; needs no database')
    .argument('[place]', 'a directory, or s3://bucket/prefix; by default BACKUP_TO')
    .option('--id <backup>', 'only this backup')
    .addHelpText('after', example('ecmr backup verify /mnt/backups'))
    .action(async (text, { id, ...options }) => {
      const config = loadConfig()
      const opened = await openBackups(placeNamed(text, config), config.backup.key)
      const backups = id === undefined ? opened.all : [chosenBackup(opened, { id })]
      const bar = progressBar('verifying', 'parts')
      const report = await interruptible((signal) =>
        verifyBackups(opened, backups, {
          signal,
          onProgress: (done) => bar.update({ done, total: undefined }),
        }),
      ).finally(bar.stop)
      print(options, { place: opened.place.label, ...report }, () => said(report))
      if (!report.ok) throw new CommandFailed('Backups are damaged. Nothing that is not whole is restored.')
    })

function said({ ok, backups, read }: VerifiedBackups): string {
  if (ok) {
    const whole = backups.length === 1 ? 'The backup is whole' : `All ${backups.length} backups are whole`
    return `${whole}: ${read} parts and documents are as they were stored.`
  }
  const lines = backups.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`))
  const rest = lines.length - MOST_LINES
  return [...lines.slice(0, MOST_LINES), ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n')
}
