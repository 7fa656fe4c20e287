import { Command } from '@commander-js/extra-typings'
import { problemText } from '../../audit/problem.js'
import { type AuditReport, verifyEverything } from '../../audit/verify-everything.js'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { progressBar } from '../../output/progress.js'

const MOST_LINES = 100

export const verifyAuditCommand = () =>
  new Command('verify')
    .description('prove that no event of the log was changed, removed, inserted or moved')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr audit verify'))
    .action((options) =>
      inspect(async (installation) => {
        const bar = progressBar('verifying', 'events')
        const report = await verifyEverything(installation, (done, total) =>
          bar.update({ done, total: total && Math.max(done, total) }),
        ).finally(bar.stop)
        print(options, report, () => summary(report))
        if (!report.ok) throw new CommandFailed(failure(report.problems.length))
      }),
    )

const failure = (count: number): string =>
  count === 1
    ? 'The audit trail does not hold: 1 problem.'
    : `The audit trail does not hold: ${count} problems.`

function summary({ ok, events, streams, problems, witnesses }: AuditReport): string {
  const seen = witnesses.map(({ name, position }) => `${name} at ${position || 'the beginning'}`).join(', ')
  if (ok) {
    return `All ${events} events in ${streams} streams are as they were recorded; their ends agree with ${seen}.`
  }
  const lines = problems.slice(0, MOST_LINES).map(problemText)
  const rest = problems.length - lines.length
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; --json lists them all.`] : [])].join('\n')
}
