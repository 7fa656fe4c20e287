import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { auditBacklog, drainAuditOutbox, retrySetAside, setAsideChanges } from '@ecmr/accounts'
import { CommandFailed } from '../../failure.js'
import { change, inspect } from '../../installation.js'
import { example, print, table } from '../../output.js'

/** Account changes that are not in the event log yet. */
export const accountChanges = (): readonly CommandUnknownOpts[] => [
  new Command('pending')
    .description(
      'how many account changes wait to be written to the event log, and those that it cannot take',
    )
    .addHelpText('after', example('ecmr audit pending'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const [backlog, changes] = [await auditBacklog(pool), await setAsideChanges(pool)]
        print(options, { ...backlog, changes }, () =>
          [
            `${backlog.waiting} account changes wait, the oldest for ${Math.round(backlog.oldest_ms / 1_000)} s.`,
            table(
              changes.map(({ id, company_id: company, type, at, reason }) => ({
                id,
                company,
                type,
                at,
                reason,
              })),
              'None is set aside.',
            ),
          ].join('\n'),
        )
      }),
    ),
  new Command('retry')
    .description('try again to write account changes that were set aside to the event log')
    .addArgument(new Argument('[change]', 'its id, as "ecmr audit pending" shows it; all unless given'))
    .addHelpText('after', example('ecmr audit retry 01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'))
    .action((id, options) =>
      change(async ({ pool, signal, eventStore }) => {
        const retried = id === undefined || UUID.test(id) ? await retrySetAside(pool, id) : 0
        if (retried === 0 && id !== undefined)
          throw new CommandFailed(
            `No change "${id}" is set aside; "ecmr audit pending" shows those that are.`,
          )
        await drainAuditOutbox(pool, await eventStore(), { signal })
        const { set_aside } = await auditBacklog(pool)
        print(
          options,
          { retried, set_aside },
          () => `Tried ${retried} again; ${set_aside} are set aside now.`,
        )
        if (set_aside > 0 && retried > 0)
          throw new CommandFailed('The event log cannot take some of them; "ecmr audit pending" shows why.')
      }),
    ),
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
