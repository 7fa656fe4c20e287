import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { migrateStoreCommand } from './migrate-store.js'
import { reconcileStoreCommand } from './reconcile-store.js'

export const commands = (): readonly CommandUnknownOpts[] => [migrateStoreCommand(), reconcileStoreCommand()]
