import { type Static, Type } from '@sinclair/typebox'
import { closed, list } from './json-schema.js'
import { faultView } from './problem.js'
import { complianceView } from './record.js'

/** Answer of `POST /api/ecmrs/validate`. */
export const validationView = closed(
  {
    valid: Type.Boolean({ description: 'Whether a creation with this body would be accepted' }),
    errors: list(faultView),
    compliance: Type.Optional(complianceView),
  },
  { title: 'Validation', description: 'What a creation would say' },
)
export type ValidationView = Static<typeof validationView>
