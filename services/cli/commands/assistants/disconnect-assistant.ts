import { Command } from '@commander-js/extra-typings'
import { endGrant, findGrant } from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { print } from '../../output/print.js'

export const disconnectAssistantCommand = () =>
  new Command('disconnect')
    .description('end the access of an assistant at once; to use it again, connect it again')
    .argument('<id>', 'of the connection, as "ecmr assistants list" shows it')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr assistants disconnect 01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'))
    .action((id, options) =>
      change(async (installation) => {
        const { pool } = installation
        const grant = await findGrant(pool, id)
        const ended = grant && (await endGrant(pool, actingFor(grant.company_id), id, operator()))
        if (!ended)
          throw new CommandFailed(
            `No assistant is connected as "${id}"; "ecmr assistants list" shows those there are.`,
          )
        print(options, { disconnected: id }, () => `Disconnected ${grant.client_name} (${id}).`)
        await appendAuditTrail(installation, grant.company_id)
      }),
    )
