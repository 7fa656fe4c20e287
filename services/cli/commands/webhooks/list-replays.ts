import { Command } from '@commander-js/extra-typings'
import { actingFor } from '@ecmr/domain'
import { listReplays, type Replay } from '@ecmr/webhooks'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'
import { COMPANY, companyOfWebhook } from './company-of.js'

export const listReplaysCommand = () =>
  new Command('replays')
    .description('list the latest replays of a webhook, newest first; a running notifier carries them out')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr webhooks replays 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a'))
    .action((id, options) =>
      inspect(async (installation) => {
        const company = await companyOfWebhook(installation, { ...options, id })
        const replays = await listReplays(installation.pool, actingFor(company.id), id)
        if (replays === undefined) {
          throw new CommandFailed(
            `${company.name} has no webhook "${id}"; "ecmr webhooks list" shows those it has.`,
          )
        }
        print(options, { replays }, () => table(replays.map(row), 'Nothing was replayed to this webhook.'))
      }),
    )

const row = (replay: Replay) => ({
  id: replay.id,
  status: replay.status,
  reason: replay.status_reason,
  from: replay.since ?? replay.from_position,
  until: replay.until,
  events: replay.events.join(','),
  failed: replay.only_failed ? 'only' : null,
  scanned: replay.scanned,
  queued: replay.queued,
  pending: replay.pending,
  asked: replay.created_at,
  ended: replay.finished_at,
})
