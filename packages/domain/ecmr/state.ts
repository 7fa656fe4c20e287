import type { EcmrEventData, IncidentType, Outcome, Policy, Role, Severity } from './events.js'
import type { EcmrFields } from './fields.js'
import type { Progress, Status } from './status.js'

export type Signature = EcmrEventData['EcmrSigned'] & {
  readonly signed_at: string
  /** the content has not changed since */
  readonly covers_current_version: boolean
}

export interface Reservation {
  readonly reservation_id: string
  readonly by: Role
  readonly grounds: string
  readonly recorded_at: string
}

export interface Incident {
  readonly incident_id: string
  readonly type: IncidentType
  readonly severity: Severity
  readonly description: string
  readonly occurred_at: string
  readonly place?: string
  readonly status: 'open' | 'resolved'
  readonly reported_at: string
  readonly resolved_at?: string
  readonly outcome?: Outcome
  readonly note?: string
}

/** A consignment note as the fold of its events. `null` stands for a note that does not exist. */
export interface Note {
  readonly id: string
  readonly ecmr_number: string
  readonly company_id: string
  readonly policy: Policy
  readonly fields: EcmrFields
  readonly progress: Progress
  /** derived: `incident` while one is open, else `progress` */
  readonly status: Status
  /** number of events so far; the ETag of the record */
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly taken_over_at?: string
  readonly delivered_at?: string
  readonly unsigned_reason?: string
  readonly cancelled_at?: string
  readonly cancel_reason?: string
  readonly signatures: readonly Signature[]
  readonly reservations: readonly Reservation[]
  readonly incidents: readonly Incident[]
}
