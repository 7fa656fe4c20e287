import { Command } from '@commander-js/extra-typings'
import { removeUser } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { emailAddress } from '../../options/email-address.js'
import { userNamed } from '../../options/user.js'
import { print } from '../../output/print.js'
import { mustBeDone } from './must-be-done.js'

export const removeUserCommand = () =>
  new Command('remove')
    .description('delete a person, who is logged out everywhere at once; what was done stays in the log')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr users remove --email ana@example.com'))
    .action((options) =>
      change(async (installation) => {
        const user = await userNamed(installation, options.email)
        const company = actingFor(user.company_id)
        mustBeDone(user, await removeUser(installation.pool, company, user.id, operator()))
        print(options, { removed: user.id }, () => `Removed ${user.name} (${user.email}).`)
        await appendAuditTrail(installation, user.company_id)
      }),
    )
