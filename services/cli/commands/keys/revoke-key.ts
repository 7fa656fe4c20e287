import { Command } from '@commander-js/extra-typings'
import { revokeApiKey } from '@ecmr/accounts'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { print } from '../../output/print.js'

export const revokeKeyCommand = () =>
  new Command('revoke')
    .description('revoke an API key for good; within a second it is rejected everywhere')
    .argument('<key>', 'the eight characters after ecmr_live_')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr keys revoke 4f9ak2xw'))
    .action((id, options) =>
      change(async (installation) => {
        const revoked = await revokeApiKey(installation.pool, id, operator())
        if (!revoked) throw new CommandFailed(`There is no key "${id}", or it was revoked before.`)
        print(options, { revoked: id }, () => `Revoked ${id}.`)
        await appendAuditTrail(installation)
      }),
    )
