import { Command } from '@commander-js/extra-typings'

export const enableWebhookCommand = () => new Command('enable')
