import { Command } from '@commander-js/extra-typings'
import { dropOld, type RebuildOptions, type RebuildReport, rebuildProjections } from '@ecmr/projections'
import { expectedEvents } from '@ecmr/read-models'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { namedProjections } from '../../options/named-projections.js'
import { wholeNumber } from '../../options/whole-number.js'
import { print } from '../../output/print.js'
import { divergedFollowers } from '../../store/reconcile/move-back.js'
import { watchRebuild } from './watch-rebuild.js'

const MOST_WRITERS = 32

export const rebuildProjectionsCommand = () =>
  new Command('rebuild')
    .description('rebuild read models from the log next to the live ones, then swap them in')
    .argument('<name>', 'a projection, or all')
    .option('--parallel <count>', 'connections that write at the same time', wholeNumber(1, MOST_WRITERS))
    .option('--dry-run', 'build aside and throw the result away')
    .option('--drop-old', 'drop the replaced tables instead of keeping them')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections rebuild all --parallel 4'))
    .action((name, options) =>
      change(async (installation) => {
        const projections = namedProjections(name)
        const { parallel, dryRun = false } = options
        if (!dryRun) await refuseBeforeReconciling(installation)
        const report = await rebuild(installation, {
          projections,
          dryRun,
          ...(parallel !== undefined && { parallel }),
        })
        if (options.dropOld === true && !dryRun) await dropOld(installation.pool, report.names)
        print(options, { ...report, dry_run: dryRun }, () => summary(report, dryRun))
      }),
    )

/** What was lost of a log stands in the history of the notes and nowhere else. */
async function refuseBeforeReconciling(installation: Installation): Promise<void> {
  const diverged = await divergedFollowers(installation, await installation.eventStore())
  if (diverged.length === 0) return
  throw new CommandFailed(
    'The log was restored from an older copy, and the read models alone know which events are gone. Run "ecmr store reconcile" first: it keeps them, and lets webhooks go on.',
  )
}

async function rebuild(
  { pool, url, signal, eventStore }: Installation,
  options: Pick<RebuildOptions, 'projections' | 'parallel' | 'dryRun'>,
): Promise<RebuildReport> {
  const store = await eventStore()
  const eventsTotal = await expectedEvents(pool, store)
  const { onProgress, stop } = watchRebuild()
  try {
    return await rebuildProjections({ pool, url, store, eventsTotal, signal, onProgress, ...options })
  } finally {
    stop()
  }
}

function summary({ names, events, parked, seconds }: RebuildReport, dryRun: boolean): string {
  const done = dryRun ? 'Built aside and threw away' : 'Rebuilt'
  const streams = parked === 1 ? '1 stream is' : `${parked} streams are`
  const aside = parked > 0 ? ` ${streams} parked; see "ecmr projections parked list".` : ''
  return `${done} ${names.join(', ')} from ${events} events in ${seconds.toFixed(1)} s.${aside}`
}
