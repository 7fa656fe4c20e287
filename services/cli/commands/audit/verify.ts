import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { logKeys } from '../../audit/log-keys.js'
import { problemText } from '../../audit/problem.js'
import { type AuditReport, type TreeReport, verifyEverything } from '../../audit/verify.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'
import { example, print } from '../../output.js'
import { progressBar } from '../../progress.js'
import { verifierKeys } from '../../verifier-keys.js'

const MOST_LINES = 100

export const verify = (): CommandUnknownOpts =>
  new Command('verify')
    .description('verify that no event of the log was changed, removed, inserted or moved')
    .option(
      '--checkpoints <folder...>',
      'also compare with checkpoints in these folders, besides EVIDENCE_CHECKPOINTS and the database',
    )
    .option('--since <file>', 'trust the checkpoint in this file and verify only later events')
    .option(
      '--key <vkey>',
      'trust only checkpoints signed by this log key (repeatable); by default, the configured key and those in the database',
      verifierKeys,
    )
    .addHelpText('after', HELP)
    .action(({ checkpoints: directories = [], since, key, ...options }) =>
      inspect(async (installation) => {
        const keys = await logKeys(installation, key ?? [], (warning) => console.error(`warning: ${warning}`))
        const bar = progressBar('verifying', 'events')
        const onProgress = (done: number, total: number | undefined): void =>
          bar.update({ done, total: total && Math.max(done, total) })
        const report = await verifyEverything(installation, { keys, directories, since, onProgress }).finally(
          bar.stop,
        )
        print(options, report, () => (report.ok ? allAsRecorded(report) : linesOf(report)))
        if (!report.ok) throw new CommandFailed(verdict(report.problems.length))
      }),
    )

const HELP = `${example('ecmr audit verify')}  $ ecmr audit verify --checkpoints kept-by-the-auditor --since 2026-q2.note

Compares each event with its hash, its stream, the read models and the log's tree, and the tree with every checkpoint. A checkpoint
kept outside the database reveals a log that was rewritten as a whole.
`

const verdict = (count: number): string =>
  count === 1
    ? 'The audit trail is not valid: 1 problem.'
    : `The audit trail is not valid: ${count} problems.`

function allAsRecorded({ events, streams, witnesses, tree, since }: AuditReport): string {
  const seen = witnesses.map(({ name, position }) => `${name} at ${position || 'the beginning'}`).join(', ')
  const which =
    tree === null || since === null
      ? `All ${events} events in ${streams} streams`
      : `All ${tree.size - since} events after the checkpoint of size ${since}`
  const log = `${which} are as recorded; their ends match ${seen}.`
  return tree === null ? log : `${log}\n${treeText(tree)}`
}

function treeText({ size, checkpoints, newest }: TreeReport): string {
  if (newest === null) return `There is no checkpoint to compare the tree of ${size} events with.`
  const agree = checkpoints === 1 ? '1 checkpoint agrees' : `${checkpoints} checkpoints agree`
  return `${agree} with the tree of ${size} events; the newest, ${newest.place}, has size ${newest.size}.`
}

function linesOf({ problems }: AuditReport): string {
  const lines = problems.slice(0, MOST_LINES).map(problemText)
  const rest = problems.length - lines.length
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; --json lists all.`] : [])].join('\n')
}
