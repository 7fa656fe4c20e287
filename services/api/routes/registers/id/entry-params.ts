import { closed } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'

/** Any text is let through to the handler: what is malformed is answered like what is unknown. */
export const entryParams = closed({ id: Type.String({ description: 'The entry' }) })
