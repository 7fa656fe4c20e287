import { Command } from '@commander-js/extra-typings'
import { actingFor } from '@ecmr/domain'
import { cancelReplay, findReplay, type Replay } from '@ecmr/webhooks'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { operator } from '../../operator.js'
import { print } from '../../output/print.js'
import { COMPANY, companyOfReplay } from './company-of.js'

export const cancelReplayCommand = () =>
  new Command('cancel-replay')
    .description(
      'cancel a replay: what it has queued and still waits is not sent; when nothing waits any more, it stays as it is',
    )
    .argument('<replay>', 'its id')
    .option('--company <company>', COMPANY)
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr webhooks cancel-replay 1d2c3b4a-7d6e-4a3b-9c55-3f1e2d4c5b6a'))
    .action((id, options) =>
      change(async (installation) => {
        const replay = await cancel(installation, { id, company: options.company })
        print(options, { replay }, () => summary(replay))
      }),
    )

async function cancel(
  installation: Installation,
  asked: { readonly id: string; readonly company: string | undefined },
): Promise<Replay> {
  const { pool } = installation
  const { id: companyId, name } = await companyOfReplay(installation, asked)
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
    : `Replay ${id} had ended before, and none of the ${queued} deliveries that it had queued still waits.`
}
