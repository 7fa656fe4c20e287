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
      'create the tables of this version, or bring them up to date; with --from and --to, copy the event log from one store into the other and prove that the copy is the log',
    )
    .addOption(new Option('--from <store>', 'where the event log is').choices(storeKinds))
    .addOption(new Option('--to <store>', 'where it is to be copied').choices(storeKinds))
    .option('--switch', 'the services, which must be stopped, go on from the copy: move their places to it')
    .option('--dry-run', 'only say what there is to copy')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', MIGRATE_HELP)
    .action(({ json, ...options }) =>
      Object.keys(options).length === 0 ? bringUpToDate({ json }) : copy({ json }, moveOptions(options)),
    ),
  new Command('reconcile')
    .description(
      'after the event log was restored from an older copy: find the last event on which it agrees with what was made of it, write the events that are gone to a file, and let webhooks and the broker go on from there',
    )
    .option('--out <file>', 'where to write the events that are gone; a file here unless given')
    .option('--position <position>', 'go on after this position, if the read models were lost as well')
    .option('--dry-run', 'only say what there is to do')
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
  1. Set EVENTSTOREDB_URL and copy while the services work; run it again as often as you like.
  2. Stop the services and copy the rest, which takes seconds, with --switch.
  3. Set EVENT_STORE to the new store, run "ecmr projections rebuild all", and start the services.
The way back is the same with the stores exchanged.
`

type Output = { readonly json?: true | undefined }

function bringUpToDate(options: Output): Promise<void> {
  return inspect(async ({ pool }) => {
    await createTables(pool)
    print(options, { migrated: true }, () => 'The tables are up to date.')
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
    throw new CommandFailed('Say with --from and --to between which stores the log is to be copied.')
  }
  if (from === to) throw new CommandFailed('The log cannot be copied into the store that it is in.')
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
        `The copy is like the log, but its hashes do not hold: ${report.broken.length} events. "ecmr audit verify" looks at the log.`,
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
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; --json lists them all.`] : [])].join('\n')
}

function moveSummary(report: MoveReport, { from, to, dryRun }: MoveOptions): string {
  const { events, copied, verified, seconds, places, tree, isBehind } = report
  if (dryRun) return `${to} holds ${events} events of the log; ${copied} are to be copied from ${from}.`
  const lines = [
    `Copied ${copied} events from ${from} to ${to} in ${seconds.toFixed(1)} s. It holds all ${events}; ${verified} of them were proven in this run, the others before.`,
  ]
  if (tree) lines.push(`Both logs have the root ${tree.root} over ${tree.size} events.`)
  if (isBehind) lines.push('Events have been recorded since; the next run copies them.')
  if (places === null) {
    lines.push(`To go over to ${to}, stop the services and run this again with --switch.`)
  } else {
    lines.push(
      `Webhooks and the broker go on from the copy. Now set EVENT_STORE=${to}, run "ecmr projections rebuild all", and start the services.`,
    )
  }
  return lines.join('\n')
}

const RECONCILE_HELP = `${example('ecmr store reconcile --dry-run')}
It works while the services run, and can be repeated. Each line of the file is an event that customers may have been
notified of and that is no longer on record: inform them. Events recorded since the restore get their webhooks.
`

function reconcileSummary(
  { agrees, fork, gone, file, moved, read_models }: ReconcileReport,
  dryRun: boolean,
): string {
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
