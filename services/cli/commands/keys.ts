import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings'
import { createApiKey, listApiKeys, revokeApiKey, type Scope, scopes } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { CommandFailed } from '../failure.js'
import { change, inspect } from '../installation.js'
import { appendAuditTrail, operator } from '../operator.js'
import { companyNamed, instant } from '../options.js'
import { columns, example, print, table } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('create')
    .description('create an API key; it is shown only once and not stored')
    .requiredOption('--company <company>', 'id or name of the company')
    .option('--name <name>', 'to recognise it by', 'command line')
    .option('--scopes <scopes>', 'comma-separated; all scopes by default', scopeList)
    .option(
      '--test',
      'a test key (ecmr_test_…): its notes and webhooks are kept separate and have no legal effect',
    )
    .option('--expires <instant>', 'when it expires; never by default', futureInstant)
    .addHelpText(
      'after',
      `${example('ecmr keys create --company "Transportes Norte" --scopes ecmrs:read,webhooks')}  $ ecmr keys create --company "Transportes Norte" --test\n`,
    )
    .action((options) =>
      change(async (installation) => {
        const { name, expires } = options
        const company = await companyNamed(installation, options.company)
        const { clear, key } = await createApiKey(
          installation.pool,
          {
            company_id: company.id,
            name,
            ...(options.scopes !== undefined && { scopes: options.scopes }),
            livemode: options.test !== true,
            ...(expires !== undefined && { expires_at: expires }),
          },
          operator(),
        )
        print(options, { api_key: clear, ...key }, () =>
          [`Created key ${key.id} for ${company.name}. It will not be shown again:`, '', `  ${clear}`].join(
            '\n',
          ),
        )
        await appendAuditTrail(installation, key.company_id)
      }),
    ),
  new Command('list')
    .description('list the API keys of a company, oldest first')
    .requiredOption('--company <company>', 'id or name')
    .addHelpText('after', example('ecmr keys list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const company = await companyNamed(installation, options.company)
        const keys = await listApiKeys(installation.pool, actingFor(company.id))
        print(options, { keys }, () =>
          table(
            columns(keys, ['id', 'name', 'livemode', 'scopes', 'expires_at', 'last_used_at', 'revoked_at']),
            `${company.name} has no keys yet. Create one with "ecmr keys create".`,
          ),
        )
      }),
    ),
  new Command('revoke')
    .description('revoke an API key permanently; it stops working within a second')
    .argument('<key>', 'the eight characters after ecmr_live_ or ecmr_test_')
    .addHelpText('after', example('ecmr keys revoke 4f9ak2xw'))
    .action((id, options) =>
      change(async (installation) => {
        const revoked = await revokeApiKey(installation.pool, id, operator())
        if (!revoked) throw new CommandFailed(`Key "${id}" not found, or already revoked.`)
        print(options, { revoked: id }, () => `Revoked ${id}.`)
        await appendAuditTrail(installation)
      }),
    ),
]

function futureInstant(text: string): Date {
  const date = instant(text)
  if (date.getTime() > Date.now()) return date
  throw new InvalidArgumentError('Enter a time in the future.')
}

/** Reads scopes separated by commas. */
function scopeList(text: string): readonly Scope[] {
  return text.split(',').map((name) => {
    const scope = scopes.find((known) => known === name.trim())
    if (scope === undefined) {
      throw new InvalidArgumentError(`Unknown scope "${name.trim()}". Scopes: ${scopes.join(', ')}.`)
    }
    return scope
  })
}
