import type { IncidentType, Outcome, Policy, Role, Severity, SigningMethod } from './events.js'
import type { EcmrFields, FieldChanges } from './fields.js'
import type { Status } from './status.js'

export interface SignatureInput {
  readonly role: Role
  readonly signer_name: string
  readonly signer_tax_id?: string
  readonly method: SigningMethod
  readonly signature_image?: string
  readonly place?: string
  readonly remarks?: string
}

export interface IncidentInput {
  readonly type: IncidentType
  readonly description: string
  readonly severity?: Severity
  readonly occurred_at?: string
  readonly place?: string
}

/**
 * What somebody asks of a consignment note. Several of them in one list are decided together: all or nothing, in one
 * append. Ids are arguments, so that a repeated command yields the same events.
 */
export type EcmrCommand =
  | {
      readonly type: 'create'
      readonly id: string
      readonly ecmr_number: string
      readonly company_id: string
      readonly policy: Policy
      readonly fields: EcmrFields
    }
  /** a partial update; becomes EcmrEdited, EcmrAmended, CarrierAssigned or VehicleChanged by field and moment */
  | { readonly type: 'edit'; readonly changes: FieldChanges; readonly reason?: string }
  | { readonly type: 'sign'; readonly signature: SignatureInput }
  | {
      readonly type: 'record_reservation'
      readonly reservation_id: string
      readonly by: Role
      readonly grounds: string
    }
  | { readonly type: 'report_incident'; readonly incident_id: string; readonly incident: IncidentInput }
  | {
      readonly type: 'resolve_incident'
      readonly incident_id: string
      readonly outcome: Outcome
      readonly note?: string
    }
  /** the update body's `status`: assign, take over, confirm delivery, or nothing when it stands there already */
  | { readonly type: 'change_status'; readonly to: Status; readonly reason?: string }
  | { readonly type: 'take_over'; readonly at?: string; readonly place?: string }
  | {
      readonly type: 'confirm_delivery'
      readonly at?: string
      readonly place?: string
      readonly unsigned_reason?: string
    }
  | { readonly type: 'cancel'; readonly reason: string }

export type CommandOf<Type extends EcmrCommand['type']> = Extract<EcmrCommand, { readonly type: Type }>
