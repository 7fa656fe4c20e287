import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { createTables } from '@ecmr/api/tables'
import { problemText } from '../audit/problem.js'
import { CommandFailed } from '../failure.js'
import { inspect, type StoreKind, storeKinds } from '../installation.js'
import { example, print } from '../output.js'
import { type MoveOptions, type MoveReport, moveLog } from '../store/move-log.js'
import { type ReconcileReport, reconcilePlaces } from '../store/reconcile.js'

const MOST_LINES = 100

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('migrate')
    .description(
      'create or update the database tables; with --from and --to, copy the event log to another store and verify the copy',
    )
    .addOption(new Option('--from <store>', 'store to copy from').choices(storeKinds))
    .addOption(new Option('--to <store>', 'store to copy to').choices(storeKinds))
    .option('--switch', 'switch the services, which must be stopped, over to the copy')
    .option('--dry-run', 'only show what would be copied')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', MIGRATE_HELP)
    .action(({ json, ...options }) =>
      Object.keys(options).length === 0 ? bringUpToDate({ json }) : copy({ json }, moveOptions(options)),
    ),
  new Command('reconcile')
    .description(
      'after restoring the event log from an older backup: find where the log and the read models diverge, write the lost events to a file and let webhooks and the broker continue from there',
    )
    .option('--out <file>', 'file for the lost events; in the current directory by default')
    .option('--position <position>', 'continue after this position, if the read models were lost too')
    .option('--dry-run', 'only show what would be done')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', RECONCILE_HELP)
    .action(({ json, dryRun = false, out, position }) =>
      inspect(async (installation) => {
        await createTables(installation.pool)
        const report = await reconcilePlaces(installation, {
          dryRun,
          ...(out !== undefined && { out }),
          ...(position !== undefined && { position }),
        })
        print({ json }, { ...report, dry_run: dryRun }, () => reconcileSummary(report, dryRun))
      }),
    ),
]

const MIGRATE_HELP = `${example('ecmr store migrate')}  $ ecmr store migrate --from postgres --to eventstoredb

Moving to another store:
  1. Set EVENTSTOREDB_URL and copy while the services run. Repeat as often as you like.
  2. Stop the services and copy the rest with --switch, which takes seconds.
  3. Set EVENT_STORE to the new store, run "ecmr projections rebuild all" and start the services.
To move back, swap the stores.
`

type Output = { readonly json?: true | undefined }

function bringUpToDate(options: Output): Promise<void> {
  return inspect(async ({ pool }) => {
    await createTables(pool)
    print(options, { migrated: true }, () => 'The database tables are up to date.')
  })
}

function moveOptions({
  from,
  to,
  ...options
}: {
  readonly from?: StoreKind
  readonly to?: StoreKind
  readonly switch?: true
  readonly dryRun?: true
}): MoveOptions {
  if (from === undefined || to === undefined) {
    throw new CommandFailed('Use --from and --to to choose the stores.')
  }
  if (from === to) throw new CommandFailed('--from and --to must be different stores.')
  return { from, to, isSwitch: options.switch === true, dryRun: options.dryRun === true }
}

function copy(output: Output, options: MoveOptions): Promise<void> {
  return inspect(async (installation) => {
    await createTables(installation.pool)
    const { mark, ...report } = await moveLog(installation, options)
    const { from, to, dryRun } = options
    print(output, { from, to, dry_run: dryRun, ...shown(report), head: mark.target }, () =>
      report.ok ? moveSummary({ mark, ...report }, options) : problems(report),
    )
    if (!report.ok) {
      throw new CommandFailed(
        `The copy matches the log, but ${report.broken.length} events have invalid hashes. Check the log with "ecmr audit verify".`,
      )
    }
  })
}

const shown = ({ isBehind, places, ...report }: Omit<MoveReport, 'mark'>) => ({
  ...report,
  switched: places !== null,
  places,
  behind: isBehind,
})

function problems({ broken }: Pick<MoveReport, 'broken'>): string {
  const lines = broken.slice(0, MOST_LINES).map(problemText)
  const rest = broken.length - lines.length
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; --json lists all.`] : [])].join('\n')
}

function moveSummary(report: MoveReport, { from, to, dryRun }: MoveOptions): string {
  const { events, copied, verified, seconds, places, tree, isBehind } = report
  if (dryRun) return `${to} has ${events} events of the log; ${copied} would be copied from ${from}.`
  const lines = [
    `Copied ${copied} events from ${from} to ${to} in ${seconds.toFixed(1)} s. It has all ${events}; ${verified} were verified in this run, the others before.`,
  ]
  if (tree) lines.push(`Both logs have the root ${tree.root} over ${tree.size} events.`)
  if (isBehind) lines.push('New events have been recorded since. Run this again to copy them.')
  if (places === null) {
    lines.push(`To switch to ${to}, stop the services and run this again with --switch.`)
  } else {
    lines.push(
      `Webhooks and the broker continue from the copy. Now set EVENT_STORE=${to}, run "ecmr projections rebuild all" and start the services.`,
    )
  }
  return lines.join('\n')
}

const RECONCILE_HELP = `${example('ecmr store reconcile --dry-run')}
It is safe to run while the services run, and more than once. Each line of the file is a lost event that customers may have been
notified of: inform them. Webhooks are sent for events recorded since the restore.
`

function reconcileSummary(
  { agrees, fork, gone, file, moved, read_models }: ReconcileReport,
  dryRun: boolean,
): string {
  if (agrees) return 'The log and the read models agree. Nothing to do.'
  const { followers, webhooks, replays } = moved
  const lines = [`Log and read models agree up to ${fork || 'the beginning of the log'}.`]
  const events = gone === 1 ? '1 event is' : `${gone} events are`
  lines.push(`${events} missing from the log${file === null ? '' : `; see ${file}`}.`)
  const names = followers.join(' and ') || 'no service that publishes events'
  if (dryRun) lines.push(`Would move back there: ${names}.`)
  else lines.push(`Moved back there: ${names}, ${webhooks} webhooks and ${replays} replays.`)
  if (read_models.length > 0) {
    lines.push(
      `Now run "ecmr projections rebuild all": ${read_models.join(', ')} will not be updated until then.`,
    )
  }
  return lines.join('\n')
}
