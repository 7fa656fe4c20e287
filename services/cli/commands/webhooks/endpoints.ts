import { Command } from '@commander-js/extra-typings'
import { type Company, recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import {
  type Endpoint,
  findEndpoint,
  listEndpoints,
  ownerOfEndpoint,
  ownerOfReplay,
  switchEndpoint,
} from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import { change, type Installation, inspect } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options.js'
import { example, print, table } from '../../output.js'

/** How commands that are given an id describe their option `--company`. */
export const COMPANY = 'id or name of the company it must belong to'

/** The company has no webhook with this id. */
export const noWebhook = ({ name }: Pick<Company, 'name'>, id: string): CommandFailed =>
  new CommandFailed(`${name} has no webhook "${id}". List webhooks with "ecmr webhooks list".`)

interface Wanted {
  /** of the webhook, or the replay */
  readonly id: string
  /** id or name of the company that it must belong to */
  readonly company?: string | undefined
}

/** The company of a webhook: the one given, which is checked later, or its owner. */
export async function companyOfWebhook(
  installation: Installation,
  { id, company }: Wanted,
): Promise<Company> {
  const owner = company ?? (await ownerOfEndpoint(installation.pool, id))
  if (owner !== undefined) return companyNamed(installation, owner)
  throw new CommandFailed(`Webhook "${id}" not found. List webhooks with "ecmr webhooks list".`)
}

/** Whose webhook a replay goes to, likewise. */
export async function companyOfReplay(installation: Installation, { id, company }: Wanted): Promise<Company> {
  const owner = company ?? (await ownerOfReplay(installation.pool, id))
  if (owner !== undefined) return companyNamed(installation, owner)
  throw new CommandFailed(`Replay "${id}" not found. List replays with "ecmr webhooks replays".`)
}

export const listWebhooksCommand = () =>
  new Command('list')
    .description('list the webhooks of a company and their health, newest first')
    .requiredOption('--company <company>', 'id or name')
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
              events,
              status,
              reason: status_reason,
              health: health.state,
              failures: health.failures,
            })),
            `${company.name} has no webhooks.`,
          ),
        )
      }),
    )

const switchCommand = (
  name: 'enable' | 'disable',
  description: string,
  said: Readonly<Record<'changed' | 'unchanged', (url: string) => string>>,
) =>
  new Command(name)
    .description(description)
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .addHelpText('after', example(`ecmr webhooks ${name} 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a`))
    .action((id, { company, ...options }) =>
      change(async (installation) => {
        const enabled = name === 'enable'
        const { webhook, isChanged } = await switchWebhook(installation, { id, company, enabled })
        print(options, { webhook }, () => said[isChanged ? 'changed' : 'unchanged'](webhook.url))
      }),
    )

export const disableWebhookCommand = () =>
  switchCommand(
    'disable',
    'disable a webhook and cancel its pending deliveries; the company cannot enable it',
    {
      changed: (url) => `Disabled ${url}.`,
      unchanged: (url) => `${url} was already disabled.`,
    },
  )

export const enableWebhookCommand = () =>
  switchCommand(
    'enable',
    'enable a webhook, even if the company disabled it; it receives events from now on',
    {
      changed: (url) => `Enabled ${url}. It receives events from now on.`,
      unchanged: (url) => `${url} was already enabled.`,
    },
  )

/** Disables or enables a company's webhook; says whether that changed anything. */
async function switchWebhook(
  installation: Installation,
  webhook: { readonly id: string; readonly company: string | undefined; readonly enabled: boolean },
): Promise<{ readonly webhook: Endpoint; readonly isChanged: boolean }> {
  const { pool } = installation
  const { id, enabled } = webhook
  const company = await companyOfWebhook(installation, webhook)
  const command = { company: actingFor(company.id), id, actor: operator() }
  const before = await findEndpoint(pool, command.company, id)
  const switching = enabled
    ? { enabled, followsFrom: await (await installation.eventStore()).head() }
    : { enabled }
  const switched = await switchEndpoint({ pool, recordAudit }, { ...command, ...switching })
  if (!switched.ok) throw noWebhook(company, id)
  await appendAuditTrail(installation, company.id)
  const { view } = switched
  // Who disabled it may change, too.
  const isChanged = before?.status !== view.status || before.status_reason !== view.status_reason
  return { webhook: view, isChanged }
}
