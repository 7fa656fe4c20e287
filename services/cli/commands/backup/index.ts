import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { createBackupCommand } from './create.js'
import { listBackupsCommand } from './list.js'
import { restoreBackupCommand } from './restore.js'
import { verifyBackupsCommand } from './verify.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  createBackupCommand(),
  listBackupsCommand(),
  verifyBackupsCommand(),
  restoreBackupCommand(),
]
