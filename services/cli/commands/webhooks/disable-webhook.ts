import { Command } from '@commander-js/extra-typings'
import { example } from '../../example.js'
import { change } from '../../installation.js'
import { print } from '../../output/print.js'
import { COMPANY } from './company-of.js'
import { switchWebhook } from './switch-webhook.js'

export const disableWebhookCommand = () =>
  new Command('disable')
    .description('send nothing to a webhook any more, and cancel what waits; its owner cannot enable it')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr webhooks disable 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a'))
    .action((id, options) =>
      change(async (installation) => {
        const { company } = options
        const { webhook, isChanged } = await switchWebhook(installation, { id, company, enabled: false })
        print(options, { webhook }, () =>
          isChanged
            ? `Nothing is sent to ${webhook.url} any more.`
            : `It was disabled already; nothing is sent to ${webhook.url}.`,
        )
      }),
    )
