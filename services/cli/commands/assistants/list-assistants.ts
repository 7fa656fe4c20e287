import { Command } from '@commander-js/extra-typings'
import { listCompanies } from '@ecmr/accounts'
import { type Grant, listAllGrants, listGrants } from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import { example } from '../../example.js'
import { type Installation, inspect } from '../../installation.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const listAssistantsCommand = () =>
  new Command('list')
    .description('list the assistants that may read notes, of one company or of all, newest first')
    .option('--company <company>', 'id or name')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr assistants list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const assistants = await grantsOf(installation, options.company)
        const companies = await listCompanies(installation.pool)
        const names = new Map(companies.map(({ id, name }) => [id, name]))
        print(options, { assistants }, () =>
          table(
            assistants.map(({ id, company_id, client_name, redirect_host, user_name, last_used_at }) => ({
              id,
              company: names.get(company_id) ?? company_id,
              assistant: client_name,
              returns_to: redirect_host,
              let_in_by: user_name,
              last_used_at,
            })),
            'No assistant is connected; people connect them in the panel, at /conectar-ia.',
          ),
        )
      }),
    )

async function grantsOf(installation: Installation, company: string | undefined): Promise<readonly Grant[]> {
  const { pool } = installation
  if (company === undefined) return listAllGrants(pool)
  return listGrants(pool, actingFor((await companyNamed(installation, company)).id))
}
