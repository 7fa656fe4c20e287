import { closed } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'
import { noteParams } from '../note-params.js'

/** Any text is let through to the handler: what is malformed is answered like what is unknown. */
export const documentParams = closed({
  ...noteParams.properties,
  n: Type.String({ description: 'The number of the issued version, as the list of documents shows it' }),
})

/** The number that a path names; 0, which no version has, for anything else. */
export function versionNumber(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
}
