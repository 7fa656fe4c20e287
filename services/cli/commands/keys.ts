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
    .description('make an API key; it is shown this once and stored nowhere')
    .requiredOption('--company <company>', 'id or name of the company it acts for')
    .option('--name <name>', 'what it is for', 'command line')
    .option('--scopes <scopes>', 'what it may do, separated by commas; everything unless given', scopeList)
    .option('--expires <instant>', 'until when it works; for ever unless given', futureInstant)
    .addHelpText(
      'after',
      example('ecmr keys create --company "Transportes Norte" --scopes ecmrs:read,webhooks'),
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
            ...(expires !== undefined && { expires_at: expires }),
          },
          operator(),
        )
        print(options, { api_key: clear, ...key }, () =>
          [`Key ${key.id} for ${company.name}, shown this once:`, '', `  ${clear}`].join('\n'),
        )
        await appendAuditTrail(installation, company.id)
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
            columns(keys, ['id', 'name', 'scopes', 'expires_at', 'last_used_at', 'revoked_at']),
            `${company.name} has no keys yet; "ecmr keys create" makes one.`,
          ),
        )
      }),
    ),
  new Command('revoke')
    .description('revoke an API key for good; within a second it is rejected everywhere')
    .argument('<key>', 'the eight characters after ecmr_live_')
    .addHelpText('after', example('ecmr keys revoke 4f9ak2xw'))
    .action((id, options) =>
      change(async (installation) => {
        const revoked = await revokeApiKey(installation.pool, id, operator())
        if (!revoked) throw new CommandFailed(`There is no key "${id}", or it was revoked before.`)
        print(options, { revoked: id }, () => `Revoked ${id}.`)
        await appendAuditTrail(installation)
      }),
    ),
]

function futureInstant(text: string): Date {
  const date = instant(text)
  if (date.getTime() > Date.now()) return date
  throw new InvalidArgumentError('Give an instant in the future.')
}

/** Reads scopes separated by commas. */
function scopeList(text: string): readonly Scope[] {
  return text.split(',').map((name) => {
    const scope = scopes.find((known) => known === name.trim())
    if (scope === undefined) {
      throw new InvalidArgumentError(`There is no scope "${name.trim()}"; there are ${scopes.join(', ')}.`)
    }
    return scope
  })
}
