import { Command } from '@commander-js/extra-typings'
import { listCompanies } from '@ecmr/accounts'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const listCompaniesCommand = () =>
  new Command('list')
    .description('list the companies, oldest first')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr companies list'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const companies = await listCompanies(pool)
        print(options, { companies }, () =>
          table(
            companies.map(({ id, name, plan, policy, created_at }) => ({
              id,
              name,
              plan,
              policy,
              created_at,
            })),
            'There are no companies yet; "ecmr companies create" makes one.',
          ),
        )
      }),
    )
