import { Command } from '@commander-js/extra-typings'
import { listUsers } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const listUsersCommand = () =>
  new Command('list')
    .description('list the people of a company, in the order in which they joined')
    .requiredOption('--company <company>', 'id or name')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr users list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const company = await companyNamed(installation, options.company)
        const users = await listUsers(installation.pool, actingFor(company.id))
        print(options, { users }, () =>
          table(
            users.map(({ email, name, role, language, last_login_at }) => ({
              email,
              name,
              role,
              language,
              last_login_at,
            })),
            `${company.name} has no people yet; "ecmr users add" adds one.`,
          ),
        )
      }),
    )
