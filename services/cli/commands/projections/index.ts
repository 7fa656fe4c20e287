import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { group } from '../../group.js'
import { parkedCommands } from './parked.js'
import {
  dropOldTablesCommand,
  rebuildProjectionsCommand,
  showStatusCommand,
  verifyProjectionsCommand,
} from './projections.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  showStatusCommand(),
  rebuildProjectionsCommand(),
  verifyProjectionsCommand(),
  dropOldTablesCommand(),
  group('parked', 'inspect and retry parked streams', parkedCommands()),
]
