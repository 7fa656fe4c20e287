import { Command } from '@commander-js/extra-typings'

export const disableWebhookCommand = () => new Command('disable')
