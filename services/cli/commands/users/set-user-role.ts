import { Command, Option } from '@commander-js/extra-typings'
import { changeRole, userRoles } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { emailAddress } from '../../options/email-address.js'
import { userNamed } from '../../options/user.js'
import { print } from '../../output/print.js'
import { mustBeDone } from './must-be-done.js'

export const setUserRoleCommand = () =>
  new Command('set-role')
    .description('make a person an owner or a member')
    .requiredOption('--email <address>', 'with which the person logs in', emailAddress)
    .addOption(
      new Option('--role <role>', 'owners look after keys, webhooks and people, members work with notes')
        .choices(userRoles)
        .makeOptionMandatory(),
    )
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr users set-role --email ana@example.com --role owner'))
    .action(({ email, role, ...options }) =>
      change(async (installation) => {
        const user = await userNamed(installation, email)
        const company = actingFor(user.company_id)
        mustBeDone(user, await changeRole(installation.pool, company, user.id, role, operator()))
        print(options, { user: { ...user, role } }, () => `${user.name} (${user.email}) is ${role} now.`)
        await appendAuditTrail(installation, user.company_id)
      }),
    )
