import { Command } from '@commander-js/extra-typings'

export const listDeliveriesCommand = () => new Command('deliveries')
