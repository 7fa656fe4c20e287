import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { seedDemoCommand } from './seed-demo.js'

export const commands = (): readonly CommandUnknownOpts[] => [seedDemoCommand()]
