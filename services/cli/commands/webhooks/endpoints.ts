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
export const COMPANY = 'id or name of whose it must be; found by its id unless given'

/** The company has no webhook with this id. */
export const noWebhook = ({ name }: Pick<Company, 'name'>, id: string): CommandFailed =>
  new CommandFailed(`${name} has no webhook "${id}"; "ecmr webhooks list" shows those it has.`)

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
  throw new CommandFailed(`There is no webhook "${id}"; "ecmr webhooks list" shows those of a company.`)
}

/** Whose webhook a replay goes to, likewise. */
export async function companyOfReplay(installation: Installation, { id, company }: Wanted): Promise<Company> {
  const owner = company ?? (await ownerOfReplay(installation.pool, id))
  if (owner !== undefined) return companyNamed(installation, owner)
  throw new CommandFailed(`There is no replay "${id}"; "ecmr webhooks replays" shows those of a webhook.`)
}

export const listWebhooksCommand = () =>
  new Command('list')
    .description('list the webhook endpoints of a company and how they answer, newest first')
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
            `${company.name} has no webhook endpoints.`,
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
    'send nothing to a webhook any more, and cancel what waits; its owner cannot enable it',
    {
      changed: (url) => `Nothing is sent to ${url} any more.`,
      unchanged: (url) => `It was disabled already; nothing is sent to ${url}.`,
    },
  )

export const enableWebhookCommand = () =>
  switchCommand(
    'enable',
    'send events from now on to a disabled webhook again, also one that its owner disabled',
    {
      changed: (url) => `Events from now on are sent to ${url}.`,
      unchanged: (url) => `It was enabled already; events are sent to ${url}.`,
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
