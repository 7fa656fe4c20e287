import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { disconnectAssistantCommand } from './disconnect-assistant.js'
import { listAssistantsCommand } from './list-assistants.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  listAssistantsCommand(),
  disconnectAssistantCommand(),
]
