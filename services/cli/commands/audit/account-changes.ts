import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { auditBacklog, drainAuditOutbox, retrySetAside, setAsideChanges } from '@ecmr/accounts'
import { CommandFailed } from '../../failure.js'
import { change, inspect } from '../../installation.js'
import { example, print, table } from '../../output.js'

/** Account changes that are not in the event log yet. */
export const accountChanges = (): readonly CommandUnknownOpts[] => [
  new Command('pending')
    .description('show account changes waiting to be written to the event log, and those it rejected')
    .addHelpText('after', example('ecmr audit pending'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const [backlog, changes] = [await auditBacklog(pool), await setAsideChanges(pool)]
        print(options, { ...backlog, changes }, () =>
          [
            `${backlog.waiting} account changes are waiting, the oldest for ${Math.round(backlog.oldest_ms / 1_000)} s.`,
            table(
              changes.map(({ id, company_id: company, type, at, reason }) => ({
                id,
                company,
                type,
                at,
                reason,
              })),
              'None are set aside.',
            ),
          ].join('\n'),
        )
      }),
    ),
  new Command('retry')
    .description('retry writing account changes that were set aside')
    .addArgument(new Argument('[change]', 'its id, see "ecmr audit pending"; all by default'))
    .addHelpText('after', example('ecmr audit retry 01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'))
    .action((id, options) =>
      change(async ({ pool, signal, eventStore }) => {
        const retried = id === undefined || UUID.test(id) ? await retrySetAside(pool, id) : 0
        if (retried === 0 && id !== undefined)
          throw new CommandFailed(`Change "${id}" is not set aside. See "ecmr audit pending".`)
        await drainAuditOutbox(pool, await eventStore(), { signal })
        const { set_aside } = await auditBacklog(pool)
        print(options, { retried, set_aside }, () => `Retried ${retried}; ${set_aside} are set aside now.`)
        if (set_aside > 0 && retried > 0)
          throw new CommandFailed('The event log rejected some of them. See "ecmr audit pending".')
      }),
    ),
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
