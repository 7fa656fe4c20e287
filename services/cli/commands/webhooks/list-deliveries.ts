import { Command, Option } from '@commander-js/extra-typings'
import { actingFor } from '@ecmr/domain'
import {
  type Delivery,
  type DeliveryPage,
  type DeliveryQuery,
  deliveryStatuses,
  faultsOfQuery,
  listDeliveries,
  webhookEvents,
} from '@ecmr/webhooks'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'
import { instant } from '../../options/instant.js'
import { wholeNumber } from '../../options/whole-number.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'
import { COMPANY, companyOfWebhook } from './company-of.js'
import { showDelivery } from './show-delivery.js'

const EXAMPLES =
  example(
    'ecmr webhooks deliveries 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a \\\n' +
      '      --status exhausted --since 2027-01-31T00:00:00Z',
  ) +
  `
One delivery, with every attempt:
  $ ecmr webhooks deliveries 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a \\
      --delivery 7d0c0f52-5a0e-5b8e-9f5e-0a3f2f9b6c11
`

export const listDeliveriesCommand = () =>
  new Command('deliveries')
    .description(
      'list what was sent to a webhook, or is about to be, newest first; or show one with its attempts',
    )
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .addOption(new Option('--status <status>', 'only those that stand there').choices(deliveryStatuses))
    .addOption(new Option('--event <event>', 'only those of this event').choices(webhookEvents))
    .addOption(new Option('--since <instant>', 'of events recorded then or later').argParser(instant))
    .addOption(new Option('--until <instant>', 'and before this one').argParser(instant))
    .addOption(
      new Option('--limit <count>', 'as many at most, up to 1000')
        .argParser(wholeNumber(1, 1_000))
        .default(20),
    )
    .addOption(
      new Option('--delivery <delivery>', 'show this one, by its id: the webhook-id header').conflicts([
        'status',
        'event',
        'since',
        'until',
        'limit',
      ]),
    )
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', EXAMPLES)
    .action((id, options) =>
      inspect(async (installation) => {
        const company = await companyOfWebhook(installation, { ...options, id })
        const webhook = { id, company: actingFor(company.id), companyName: company.name }
        if (options.delivery !== undefined) {
          return showDelivery(installation, { ...webhook, delivery: options.delivery }, options)
        }
        const { status, event, since, until, limit } = options
        const query: DeliveryQuery = {
          limit,
          ...(status && { status }),
          ...(event && { event }),
          ...(since && { since: since.toISOString() }),
          ...(until && { until: until.toISOString() }),
        }
        const [fault] = faultsOfQuery(query)
        if (fault) throw new CommandFailed('Give an --until after --since.')
        const page = await listDeliveries(installation.pool, webhook.company, id, query)
        if (page === undefined) {
          throw new CommandFailed(
            `${company.name} has no webhook "${id}"; "ecmr webhooks list" shows those it has.`,
          )
        }
        print(options, { deliveries: page.data }, () => tableOf(page))
      }),
    )

function tableOf({ data, next_cursor }: DeliveryPage): string {
  const shown = table(data.map(row), 'There are no such deliveries.')
  if (next_cursor === null) return shown
  return `${shown}\n\nThere are older ones; raise --limit, or narrow the time with --until.`
}

const row = (delivery: Delivery) => ({
  id: delivery.id,
  event: delivery.event,
  note: delivery.ecmr_number,
  version: delivery.version,
  status: delivery.status,
  attempts: delivery.attempts,
  recorded: delivery.created_at,
  next: delivery.next_attempt_at,
  ended: delivery.finished_at,
})
