import { Command } from '@commander-js/extra-typings'

export const listReplaysCommand = () => new Command('replays')
