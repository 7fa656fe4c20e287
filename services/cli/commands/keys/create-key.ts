import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { createApiKey } from '@ecmr/accounts'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'
import { instant } from '../../options/instant.js'
import { scopeList } from '../../options/scope-list.js'
import { print } from '../../output/print.js'

export const createKeyCommand = () =>
  new Command('create')
    .description('make an API key; it is shown this once and stored nowhere')
    .requiredOption('--company <company>', 'id or name of the company it acts for')
    .option('--name <name>', 'what it is for', 'command line')
    .option('--scopes <scopes>', 'what it may do, separated by commas; everything unless given', scopeList)
    .option('--expires <instant>', 'until when it works; for ever unless given', futureInstant)
    .option('--json', 'print JSON for scripts')
    .addHelpText(
      'after',
      example('ecmr keys create --company "Transportes Norte" --scopes ecmrs:read,webhooks'),
    )
    .action((options) =>
      change(async (installation) => {
        const { name, scopes, expires } = options
        const company = await companyNamed(installation, options.company)
        const { clear, key } = await createApiKey(
          installation.pool,
          {
            company_id: company.id,
            name,
            ...(scopes !== undefined && { scopes }),
            ...(expires !== undefined && { expires_at: expires }),
          },
          operator(),
        )
        print(options, { api_key: clear, ...key }, () =>
          [`Key ${key.id} for ${company.name}, shown this once:`, '', `  ${clear}`].join('\n'),
        )
        await appendAuditTrail(installation, company.id)
      }),
    )

function futureInstant(text: string): Date {
  const date = instant(text)
  if (date.getTime() > Date.now()) return date
  throw new InvalidArgumentError('Give an instant in the future.')
}
