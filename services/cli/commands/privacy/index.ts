import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { erase } from './erase.js'
import { find } from './find.js'
import { rewrap } from './rewrap.js'
import { status } from './status.js'

export const commands = (): readonly CommandUnknownOpts[] => [find(), erase(), status(), rewrap()]
