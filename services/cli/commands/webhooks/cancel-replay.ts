import { Command } from '@commander-js/extra-typings'
import { actingFor } from '@ecmr/domain'
import { cancelReplay, findReplay, type Replay } from '@ecmr/webhooks'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'
import { print } from '../../output/print.js'

export const cancelReplayCommand = () =>
  new Command('cancel-replay')
    .description(
      'cancel a replay and what it has queued and is still waiting; one that has ended stays as it is',
    )
    .argument('<replay>', 'its id')
    .requiredOption('--company <company>', 'id or name of whose webhook it goes to')
    .option('--json', 'print JSON for scripts')
    .addHelpText(
      'after',
      example(
        'ecmr webhooks cancel-replay 1d2c3b4a-7d6e-4a3b-9c55-3f1e2d4c5b6a --company "Transportes Norte"',
      ),
    )
    .action((id, options) =>
      change(async (installation) => {
        const replay = await cancel(installation, { id, company: options.company })
        print(options, { replay }, () => summary(replay))
      }),
    )

async function cancel(
  installation: Installation,
  asked: { readonly id: string; readonly company: string },
): Promise<Replay> {
  const { pool } = installation
  const { id: companyId, name } = await companyNamed(installation, asked.company)
  const company = actingFor(companyId)
  const found = await findReplay(pool, company, { id: asked.id })
  const cancelled =
    found &&
    (await cancelReplay({ pool }, { company, id: found.webhook_id, replayId: found.id, actor: operator() }))
  if (cancelled?.ok) return cancelled.view
  throw new CommandFailed(
    `There is no replay "${asked.id}" of ${name}; "ecmr webhooks replays" shows those of a webhook.`,
  )
}

function summary({ id, status, queued }: Replay): string {
  return status === 'cancelled'
    ? `Replay ${id} is cancelled. Of the ${queued} deliveries that it had queued, those still waiting are not sent.`
    : `Replay ${id} had ended before; the ${queued} deliveries that it has queued are sent.`
}
