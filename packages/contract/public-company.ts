import { type Static, Type } from '@sinclair/typebox'
import { closed } from './json-schema.js'

/** What other companies learn of a company. */
export const publicCompany = closed(
  { handle: Type.String(), name: Type.String() },
  { title: 'PublicCompany', description: 'A company of this installation' },
)
export type PublicCompanyView = Static<typeof publicCompany>
