import { Command } from '@commander-js/extra-typings'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { print } from '../../output/print.js'
import { COMPANY } from './company-of.js'
import { switchWebhook } from './switch-webhook.js'

export const enableWebhookCommand = () =>
  new Command('enable')
    .description('send events from now on to a disabled webhook again, also one that its owner disabled')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr webhooks enable 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a'))
    .action((id, options) =>
      change(async (installation) => {
        const { company } = options
        const { webhook, isChanged } = await switchWebhook(installation, { id, company, enabled: true })
        print(options, { webhook }, () =>
          isChanged
            ? `Events from now on are sent to ${webhook.url}.`
            : `It was enabled already; events are sent to ${webhook.url}.`,
        )
      }),
    )
