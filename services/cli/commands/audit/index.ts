import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { exportNoteCommand } from './export-note.js'
import { listPendingCommand } from './list-pending.js'
import { retryPendingCommand } from './retry-pending.js'
import { verifyAuditCommand } from './verify-audit.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  verifyAuditCommand(),
  exportNoteCommand(),
  listPendingCommand(),
  retryPendingCommand(),
]
