import { Command } from '@commander-js/extra-typings'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail } from '../../operator.js'
import { emailAddress } from '../../options/email-address.js'
import { userNamed } from '../../options/user.js'
import { print } from '../../output/print.js'
import { linkText, passwordLink } from './password-link.js'

export const makeResetLinkCommand = () =>
  new Command('reset-link')
    .description('print a link by which a person chooses a new password; it is shown this once')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr users reset-link --email ana@example.com'))
    .action((options) =>
      change(async (installation) => {
        const user = await userNamed(installation, options.email)
        const link = await passwordLink(installation, user)
        print(options, { user, ...link }, () => `For ${user.name} (${user.email}). ${linkText(link)}`)
        await appendAuditTrail(installation, user.company_id)
      }),
    )
