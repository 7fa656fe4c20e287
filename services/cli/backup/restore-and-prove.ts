import { eraseAgain } from '@ecmr/application'
import {
  type Backups,
  type Manifest,
  type RestorePhase,
  restoreBackup,
  type Target,
  verifyBackups,
} from '@ecmr/backup'
import { rebuildTree } from '@ecmr/evidence'
import { dropOld, type RebuildPhase, rebuildProjections } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { logKeys } from '../audit/log-keys.js'
import { problemText } from '../audit/problem.js'
import { verifyEverything } from '../audit/verify.js'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'
import { progressBar } from '../progress.js'

/** What was restored, and whether it proves. */
export interface Restored {
  readonly ok: boolean
  readonly events: number
  readonly documents: number
  /** of the tree over the log */
  readonly tree_size: number
  /** what is not as it should be, a sentence each */
  readonly problems: readonly string[]
  readonly read_bytes: number
  readonly seconds: number
}

const LABELS: Readonly<Record<RestorePhase | RebuildPhase, string>> = {
  documents: 'restoring documents',
  tables: 'restoring tables',
  log: 'restoring the log',
  load: 'rebuilding read models',
  index: 'indexing',
  catch_up: 'catching up',
  compare: 'comparing',
  swap: 'swapping',
  done: 'done',
}

const MOST_PROBLEMS = 100

/**
 * Reads and checks everything that a backup names, restores it, makes read models and tree anew, and proves the result. Erasures
 * in the log are carried out again before anything can be served.
 */
export async function restoreAndProve(
  installation: Installation,
  {
    opened,
    backup,
    target,
  }: { readonly opened: Backups; readonly backup: Manifest; readonly target: Target },
): Promise<Restored> {
  const began = performance.now()
  await requireWhole(installation, opened, backup)
  const bar = progressBar(LABELS.documents, 'items')
  try {
    await restoreBackup(opened, {
      target,
      backup,
      signal: installation.signal,
      onProgress: (phase, done) => bar.update({ done, total: undefined, label: LABELS[phase] }),
    })
  } finally {
    bar.stop()
  }
  const { size } = await makeAnew(installation, backup.log.events)
  const problems = await prove(installation, backup)
  return {
    ok: problems.length === 0,
    events: backup.log.events,
    documents: backup.objects.count,
    tree_size: size,
    problems,
    read_bytes: [...backup.log.parts, ...backup.tables.flatMap(({ parts }) => parts)].reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    ),
    seconds: (performance.now() - began) / 1_000,
  }
}

/** @throws CommandFailed naming what is not as it was stored */
async function requireWhole({ signal }: Installation, opened: Backups, backup: Manifest): Promise<void> {
  const bar = progressBar('checking hashes', 'parts')
  const onProgress = (done: number): void => bar.update({ done, total: undefined })
  const { ok, backups } = await verifyBackups(opened, [backup], { signal, onProgress }).finally(bar.stop)
  if (ok) return
  const [first = ''] = backups.flatMap(({ faults }) => faults)
  throw new CommandFailed(`Nothing was restored: the backup ${backup.id} is damaged. ${first}`)
}

async function makeAnew(installation: Installation, eventsTotal: number): Promise<{ readonly size: number }> {
  const { pool, url, signal } = installation
  const recorded = await installation.eventStore()
  await eraseAgain(pool, recorded)
  const bar = progressBar(LABELS.load, 'events')
  try {
    const { names } = await rebuildProjections({
      ...{ pool, url, projections, eventsTotal, signal },
      store: await installation.openedStore(),
      dryRun: false,
      onProgress: ({ phase, eventsDone, eventsTotal: total }) =>
        bar.update({ done: eventsDone, total, label: LABELS[phase] }),
    })
    await dropOld(pool, names)
    const { tree } = await rebuildTree({ pool, store: recorded, dropContradicted: false, signal })
    return tree
  } finally {
    bar.stop()
  }
}

/** Read models were made a moment ago: to make them once more, as `projections verify` does, would find the same. */
async function prove(installation: Installation, { log }: Manifest): Promise<readonly string[]> {
  const keys = await logKeys(installation, [], (warning) => console.error(`warning: ${warning}`))
  const bar = progressBar('verifying', 'events')
  const audit = await verifyEverything(installation, {
    ...{ keys, directories: [], since: undefined },
    onProgress: (done, total) => bar.update({ done, total: total && Math.max(done, total) }),
  }).finally(bar.stop)
  const problems = [
    ...audit.problems.map(problemText),
    ...(audit.events === log.events
      ? []
      : [`The log has ${audit.events} events, and the backup ${log.events}.`]),
  ]
  return problems.slice(0, MOST_PROBLEMS)
}
