import { Command } from '@commander-js/extra-typings'

export const cancelReplayCommand = () => new Command('cancel-replay')
