import { Command } from '@commander-js/extra-typings'
import { auditBacklog, setAsideChanges } from '@ecmr/accounts'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const listPendingCommand = () =>
  new Command('pending')
    .description(
      'how many account changes wait to be written to the event log, and those that it cannot take',
    )
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr audit pending'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const [backlog, changes] = [await auditBacklog(pool), await setAsideChanges(pool)]
        print(options, { ...backlog, changes }, () =>
          [
            `${backlog.waiting} account changes wait, the oldest for ${Math.round(backlog.oldest_ms / 1_000)} s.`,
            table(
              changes.map(({ id, company_id, type, at, reason }) => ({
                id,
                company: company_id,
                type,
                at: at.toISOString(),
                reason,
              })),
              'None is set aside.',
            ),
          ].join('\n'),
        )
      }),
    )
