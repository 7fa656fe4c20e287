import { Command } from '@commander-js/extra-typings'
import { listApiKeys } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const listKeysCommand = () =>
  new Command('list')
    .description('list the API keys of a company, oldest first')
    .requiredOption('--company <company>', 'id or name')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr keys list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const company = await companyNamed(installation, options.company)
        const keys = await listApiKeys(installation.pool, actingFor(company.id))
        print(options, { keys }, () =>
          table(
            keys.map(({ id, name, scopes, expires_at, last_used_at, revoked_at }) => ({
              id,
              name,
              scopes: scopes.join(','),
              expires_at,
              last_used_at,
              revoked_at,
            })),
            `${company.name} has no keys yet; "ecmr keys create" makes one.`,
          ),
        )
      }),
    )
