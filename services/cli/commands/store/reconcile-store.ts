import { Command } from '@commander-js/extra-typings'
import { createTables } from '@ecmr/api/tables'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { type ReconcileReport, reconcilePlaces } from '../../store/reconcile/reconcile-places.js'

export const reconcileStoreCommand = () =>
  new Command('reconcile')
    .description(
      'after the event log was restored from an older copy: find the last event on which it agrees with what was made of it, write the events that are gone to a file, and let webhooks and the broker go on from there',
    )
    .option('--out <file>', 'where to write the events that are gone; a file here unless given')
    .option('--position <position>', 'go on after this position, if the read models were lost as well')
    .option('--dry-run', 'only say what there is to do')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', HELP)
    .action(({ json, dryRun = false, out, position }) =>
      inspect(async (installation) => {
        await createTables(installation.pool)
        const report = await reconcilePlaces(installation, {
          dryRun,
          ...(out !== undefined && { out }),
          ...(position !== undefined && { position }),
        })
        print({ json }, { ...report, dry_run: dryRun }, () => summary(report, dryRun))
      }),
    )

const HELP = `${example('ecmr store reconcile --dry-run')}
It works while the services run, and can be repeated. Each line of the file is an event that customers may have been
told of and that is no longer on record: tell them. Events recorded since the restore get their webhooks.
`

function summary({ agrees, fork, gone, file, moved, read_models }: ReconcileReport, dryRun: boolean): string {
  if (agrees) return 'The log holds all that was made of it; there is nothing to do.'
  const { followers, webhooks, replays } = moved
  const lines = [`Log and read models agree up to ${fork || 'the beginning of the log'}.`]
  const events = gone === 1 ? '1 event that was on record is' : `${gone} events that were on record are`
  lines.push(`${events} not in the log any more${file === null ? '' : `; see ${file}`}.`)
  const names = followers.join(' and ') || 'no service that publishes events'
  if (dryRun) lines.push(`To be moved back there: ${names}.`)
  else lines.push(`Moved back there: ${names}, ${webhooks} webhooks and ${replays} replays.`)
  if (read_models.length > 0) {
    lines.push(`Now run "ecmr projections rebuild all": ${read_models.join(', ')} stand still until then.`)
  }
  return lines.join('\n')
}
