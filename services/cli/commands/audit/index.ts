import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { accountChanges } from './account-changes.js'
import { exportEvents } from './export.js'
import { importCheck } from './import-check.js'
import { verify } from './verify.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  verify(),
  exportEvents(),
  importCheck(),
  ...accountChanges(),
]
