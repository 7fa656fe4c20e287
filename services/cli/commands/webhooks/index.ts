import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { cancelReplayCommand } from './cancel-replay.js'
import { disableWebhookCommand } from './disable-webhook.js'
import { enableWebhookCommand } from './enable-webhook.js'
import { listDeliveriesCommand } from './list-deliveries.js'
import { listReplaysCommand } from './list-replays.js'
import { listWebhooksCommand } from './list-webhooks.js'
import { replayWebhookCommand } from './replay-webhook.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  listWebhooksCommand(),
  listDeliveriesCommand(),
  replayWebhookCommand(),
  listReplaysCommand(),
  cancelReplayCommand(),
  disableWebhookCommand(),
  enableWebhookCommand(),
]
