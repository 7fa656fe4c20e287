import type { Role } from './events.js'
import type { EcmrFields, FieldName } from './fields.js'

export interface MissingItem {
  readonly field: FieldName
  readonly article: string
  readonly responsible: Role
}
export interface RegimeCompliance {
  readonly complete: boolean
  readonly missing: readonly MissingItem[]
}
export interface Compliance {
  readonly cmr: RegimeCompliance
  readonly deca: RegimeCompliance
}
export function compliance(_fields: EcmrFields): Compliance {
  throw new Error('not yet')
}
