import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { group } from '../../group.js'
import { dropOldTablesCommand } from './drop-old-tables.js'
import { listParkedCommand } from './parked/list-parked.js'
import { retryParkedCommand } from './parked/retry-parked.js'
import { skipParkedCommand } from './parked/skip-parked.js'
import { rebuildProjectionsCommand } from './rebuild-projections.js'
import { showStatusCommand } from './show-status.js'
import { verifyProjectionsCommand } from './verify-projections.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  showStatusCommand(),
  rebuildProjectionsCommand(),
  verifyProjectionsCommand(),
  dropOldTablesCommand(),
  group('parked', 'streams that were put aside', [
    listParkedCommand(),
    retryParkedCommand(),
    skipParkedCommand(),
  ]),
]
