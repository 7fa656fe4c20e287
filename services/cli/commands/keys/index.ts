import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { createKeyCommand } from './create-key.js'
import { listKeysCommand } from './list-keys.js'
import { revokeKeyCommand } from './revoke-key.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  createKeyCommand(),
  listKeysCommand(),
  revokeKeyCommand(),
]
