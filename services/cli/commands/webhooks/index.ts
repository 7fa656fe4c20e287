import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { listDeliveriesCommand } from './deliveries.js'
import { disableWebhookCommand, enableWebhookCommand, listWebhooksCommand } from './endpoints.js'
import { cancelReplayCommand, listReplaysCommand, replayWebhookCommand } from './replays.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  listWebhooksCommand(),
  listDeliveriesCommand(),
  replayWebhookCommand(),
  listReplaysCommand(),
  cancelReplayCommand(),
  disableWebhookCommand(),
  enableWebhookCommand(),
]
