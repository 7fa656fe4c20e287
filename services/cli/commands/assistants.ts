import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { listCompanies } from '@ecmr/accounts'
import { endGrant, findGrant, type Grant, listAllGrants, listGrants } from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import { CommandFailed } from '../failure.js'
import { change, type Installation, inspect } from '../installation.js'
import { appendAuditTrail, operator } from '../operator.js'
import { companyNamed } from '../options.js'
import { example, print, table } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('list')
    .description('list connected assistants of one company or of all, newest first')
    .option('--company <company>', 'id or name')
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
              authorised_by: user_name,
              last_used_at,
            })),
            'No assistants are connected. People connect them in the panel at /conectar-ia.',
          ),
        )
      }),
    ),
  new Command('disconnect')
    .description('disconnect an assistant immediately')
    .argument('<id>', 'id of the connection; see "ecmr assistants list"')
    .addHelpText('after', example('ecmr assistants disconnect 01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'))
    .action((id, options) =>
      change(async (installation) => {
        const { pool } = installation
        const grant = await findGrant(pool, id)
        const ended = grant && (await endGrant(pool, actingFor(grant.company_id), id, operator()))
        if (!ended)
          throw new CommandFailed(
            `Connection "${id}" not found. List connections with "ecmr assistants list".`,
          )
        print(options, { disconnected: id }, () => `Disconnected ${grant.client_name} (${id}).`)
        await appendAuditTrail(installation, grant.company_id)
      }),
    ),
]

async function grantsOf(installation: Installation, company: string | undefined): Promise<readonly Grant[]> {
  const { pool } = installation
  if (company === undefined) return listAllGrants(pool)
  return listGrants(pool, actingFor((await companyNamed(installation, company)).id))
}
