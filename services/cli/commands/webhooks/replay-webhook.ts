import { Command } from '@commander-js/extra-typings'

export const replayWebhookCommand = () => new Command('replay')
