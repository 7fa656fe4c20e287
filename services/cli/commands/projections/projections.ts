import { Command } from '@commander-js/extra-typings'
import {
  dropOld,
  type Projection,
  projectionStatus,
  type RebuildPhase,
  type RebuildProgress,
  type RebuildReport,
  rebuildProjections,
  type VerifyReport,
  verifyProjections,
} from '@ecmr/projections'
import { expectedEvents, projections } from '@ecmr/read-models'
import { CommandFailed } from '../../failure.js'
import { change, type Installation, inspect } from '../../installation.js'
import { wholeNumber } from '../../options.js'
import { columns, example, print, table } from '../../output.js'
import { progressBar } from '../../progress.js'
import { divergedFollowers } from '../../store/move-back.js'

/** The projections that an argument means: one by its name, or `all`. */
export function namedProjections(name: string): readonly Projection<unknown>[] {
  if (name === 'all') return projections
  const named = projections.filter((projection) => projection.name === name)
  if (named.length > 0) return named
  const known = projections.map((projection) => projection.name).join(', ')
  throw new CommandFailed(`Unknown projection "${name}". Projections: ${known}, all.`)
}

const MOST_WRITERS = 32

export const rebuildProjectionsCommand = () =>
  new Command('rebuild')
    .description('rebuild read models from the log next to the live ones, then swap them in')
    .argument('<name>', 'a projection, or all')
    .option('--parallel <count>', 'number of parallel writers', wholeNumber(1, MOST_WRITERS))
    .option('--dry-run', 'build and discard the result')
    .option('--drop-old', 'drop the replaced tables instead of keeping them')
    .addHelpText('after', example('ecmr projections rebuild all --parallel 4'))
    .action((name, options) =>
      change(async (installation) => {
        const projections = namedProjections(name)
        const { parallel, dryRun = false } = options
        if (!dryRun) await refuseBeforeReconciling(installation)
        const building = { projections, dryRun, ...(parallel !== undefined && { parallel }) }
        const report = await fromLog(installation, (log) => rebuildProjections({ ...log, ...building }))
        if (options.dropOld === true && !dryRun) await dropOld(installation.pool, report.names)
        print(options, { ...report, dry_run: dryRun }, () => rebuilt(report, dryRun))
      }),
    )

/** What was lost of a log stands in the history of the notes and nowhere else. */
async function refuseBeforeReconciling(installation: Installation): Promise<void> {
  const diverged = await divergedFollowers(installation, await installation.eventStore())
  if (diverged.length === 0) return
  throw new CommandFailed(
    'The log was restored from an older backup, and only the read models know which events were lost. Run "ecmr store reconcile" first: it saves them and lets webhooks continue.',
  )
}

function rebuilt({ names, events, parked, seconds }: RebuildReport, dryRun: boolean): string {
  const done = dryRun ? 'Built and discarded' : 'Rebuilt'
  const streams = parked === 1 ? '1 stream is' : `${parked} streams are`
  const aside = parked > 0 ? ` ${streams} parked; see "ecmr projections parked list".` : ''
  return `${done} ${names.join(', ')} from ${events} events in ${seconds.toFixed(1)} s.${aside}`
}

const phases: Readonly<Record<RebuildPhase, string>> = {
  load: 'reading the log',
  index: 'indexing',
  catch_up: 'catching up',
  compare: 'comparing',
  swap: 'swapping',
  done: 'done',
}

/** Makes read models from the log, with the progress on a terminal. */
async function fromLog<Report>(
  { pool, url, signal, openedStore }: Installation,
  make: (log: Omit<Parameters<typeof verifyProjections>[0], 'projections'>) => Promise<Report>,
): Promise<Report> {
  const store = await openedStore()
  const eventsTotal = await expectedEvents(pool, store)
  const bar = progressBar(phases.load, 'events')
  const onProgress = ({ phase, eventsDone, eventsTotal: total }: RebuildProgress): void =>
    bar.update({ done: eventsDone, total, label: phases[phase] })
  return make({ pool, url, store, eventsTotal, signal, onProgress }).finally(bar.stop)
}

export const dropOldTablesCommand = () =>
  new Command('drop-old')
    .description('drop the tables that a rebuild replaced')
    .argument('[name]', 'a projection, or all', 'all')
    .addHelpText('after', example('ecmr projections drop-old all'))
    .action((name, options) =>
      inspect(async ({ pool }) => {
        const names = namedProjections(name).map((projection) => projection.name)
        await dropOld(pool, names)
        print(options, { dropped: names }, () => `Dropped the old tables of ${names.join(', ')}.`)
      }),
    )

export const showStatusCommand = () =>
  new Command('status')
    .description('show the progress of each projection')
    .addHelpText('after', example('ecmr projections status'))
    .action((options) =>
      inspect(async ({ pool, eventStore }) => {
        const statuses = await projectionStatus(pool, await eventStore(), projections)
        print(options, { projections: statuses }, () => {
          const names = ['name', 'state', 'lag_events', 'lag_ms', 'parked', 'position', 'head'] as const
          const problems = statuses.flatMap(({ problem }) => problem ?? [])
          return [table(columns(statuses, names), 'There are no projections.'), ...problems].join('\n')
        })
      }),
    )

export const verifyProjectionsCommand = () =>
  new Command('verify')
    .description('rebuild separately and compare every row with the live read models')
    .argument('[name]', 'a projection, or all', 'all')
    .addHelpText('after', example('ecmr projections verify list'))
    .action((name, printing) =>
      inspect(async (installation) => {
        const projections = namedProjections(name)
        const report = await fromLog(installation, (log) => verifyProjections({ ...log, projections }))
        print(printing, report, () => compared(projections, report))
        if (!report.ok) throw new CommandFailed(`${report.differing} rows differ from the log.`)
      }),
    )

function compared(
  projections: readonly Projection<unknown>[],
  { ok, rows, differences }: VerifyReport,
): string {
  if (ok) return `${projections.map(({ name }) => name).join(', ')}: all ${rows} rows match the log.`
  return table(
    differences.map(({ projection, table: name, key, kind }) => ({
      projection,
      table: name,
      key: key.join(' '),
      kind,
    })),
    '',
  )
}
