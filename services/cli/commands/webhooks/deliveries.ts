import { Command, Option } from '@commander-js/extra-typings'
import type { Company } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import {
  type Attempt,
  type Delivery,
  type DeliveryDetails,
  type DeliveryPage,
  type DeliveryQuery,
  deliveryStatuses,
  faultsOfQuery,
  findDelivery,
  listDeliveries,
  webhookEvents,
} from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import { type Installation, inspect } from '../../installation.js'
import { instant, wholeNumber } from '../../options.js'
import { example, print, table } from '../../output.js'
import { COMPANY, companyOfWebhook, noWebhook } from './endpoints.js'

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
    .description('list the deliveries of a webhook, newest first, or show one with its attempts')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(deliveryStatuses))
    .addOption(new Option('--event <event>', 'only deliveries of this event').choices(webhookEvents))
    .addOption(new Option('--since <instant>', 'events recorded at or after this time').argParser(instant))
    .addOption(new Option('--until <instant>', 'and before this time').argParser(instant))
    .addOption(
      new Option('--limit <count>', 'maximum number, up to 1000')
        .argParser(wholeNumber(1, 1_000))
        .default(20),
    )
    .addOption(
      new Option('--delivery <delivery>', 'show the delivery with this id (the webhook-id header)').conflicts(
        ['status', 'event', 'since', 'until', 'limit'],
      ),
    )
    .addHelpText('after', EXAMPLES)
    .action((id, options) =>
      inspect(async (installation) => {
        const company = await companyOfWebhook(installation, { ...options, id })
        if (options.delivery !== undefined) {
          return showDelivery(installation, company, [id, options.delivery], options)
        }
        const { status, event, since, until, limit } = options
        const query: DeliveryQuery = {
          limit,
          ...(status && { status }),
          ...(event && { event }),
          ...(since && { since: since.toISOString() }),
          ...(until && { until: until.toISOString() }),
        }
        const acting = actingFor(company.id)
        const [fault] = faultsOfQuery(query, { company: acting, endpointId: id })
        if (fault) throw new CommandFailed('--until must be later than --since.')
        const page = await listDeliveries(installation.pool, acting, id, query)
        if (page === undefined) throw noWebhook(company, id)
        print(options, { deliveries: page.data }, () => tableOf(page))
      }),
    )

function tableOf({ data, next_cursor }: DeliveryPage): string {
  const shown = table(data.map(deliveryRow), 'No deliveries found.')
  if (next_cursor === null) return shown
  return `${shown}\n\nThere are older deliveries. Raise --limit or use --until.`
}

const deliveryRow = (delivery: Delivery) => ({
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

/** Prints one delivery and every attempt at it. */
async function showDelivery(
  { pool }: Installation,
  { id: companyId, name }: Company,
  [id, deliveryId]: readonly [webhook: string, delivery: string],
  options: object,
): Promise<void> {
  const delivery = await findDelivery(pool, actingFor(companyId), id, deliveryId)
  if (delivery === undefined) {
    throw new CommandFailed(
      `${name} has no delivery "${deliveryId}" to webhook "${id}". List webhooks with "ecmr webhooks list".`,
    )
  }
  const payload: unknown = JSON.parse(new TextDecoder().decode(delivery.payload))
  print(options, { delivery: { ...delivery, payload } }, () => `${facts(delivery)}\n\n${attempts(delivery)}`)
}

function facts({ event, ecmr_number, version, status, ...delivery }: DeliveryDetails): string {
  const kind = delivery.test ? 'test' : delivery.replay_id && `replay ${delivery.replay_id}`
  const lines = {
    event: `${event}, ${ecmr_number} version ${version}, recorded ${delivery.created_at}`,
    status,
    next: delivery.next_attempt_at,
    ended: delivery.finished_at,
    kind,
  }
  return Object.entries(lines)
    .flatMap(([name, text]) => (text ? [`${name.padEnd(6)}  ${text}`] : []))
    .join('\n')
}

// Without what the receiver said: a terminal would carry out what is in it. `--json` has it, in quotes.
function attempts({ attempt_log }: DeliveryDetails): string {
  return table(attempt_log.map(row), 'Not attempted yet.')
}

const row = (attempt: Attempt) => ({
  attempt: attempt.number,
  started: attempt.started_at,
  took: attempt.duration_ms === null ? null : `${attempt.duration_ms} ms`,
  answer: attempt.response_status === null ? null : String(attempt.response_status),
  error: attempt.error,
})
