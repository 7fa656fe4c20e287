import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { readImageCommand } from './read-image.js'

export const commands = (): readonly CommandUnknownOpts[] => [readImageCommand()]
