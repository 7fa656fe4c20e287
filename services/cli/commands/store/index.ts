import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { migrateStoreCommand } from './migrate-store.js'

export const commands = (): readonly CommandUnknownOpts[] => [migrateStoreCommand()]
