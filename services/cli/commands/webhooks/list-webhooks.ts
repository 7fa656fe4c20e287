import { Command } from '@commander-js/extra-typings'
import { actingFor } from '@ecmr/domain'
import { listEndpoints } from '@ecmr/webhooks'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const listWebhooksCommand = () =>
  new Command('list')
    .description('list the webhook endpoints of a company and how they answer, newest first')
    .requiredOption('--company <company>', 'id or name')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr webhooks list --company "Transportes Norte"'))
    .action((options) =>
      inspect(async (installation) => {
        const company = await companyNamed(installation, options.company)
        const webhooks = await listEndpoints(installation.pool, actingFor(company.id))
        print(options, { webhooks }, () =>
          table(
            webhooks.map(({ id, url, events, status, status_reason, health }) => ({
              id,
              url,
              events: events.join(','),
              status,
              reason: status_reason,
              health: health.state,
              failures: health.failures,
            })),
            `${company.name} has no webhook endpoints.`,
          ),
        )
      }),
    )
