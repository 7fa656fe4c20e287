import type { JsonValue } from '../json.js'
import type { EcmrFields, FieldName } from './fields.js'

/** Who signs, and on whose behalf a reservation is made. Keyed by role: one company may hold two. */
export const roles = ['sender', 'carrier', 'receiver'] as const
export type Role = (typeof roles)[number]

export const incidentTypes = [
  'damage',
  'partial_loss',
  'total_loss',
  'delay',
  'refused_by_receiver',
  'receiver_absent',
  'wrong_address',
  'accident',
  'breakdown',
  'theft',
  'documentation',
  'customs',
  'other',
] as const
export type IncidentType = (typeof incidentTypes)[number]

export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

export const outcomes = [
  'continue',
  'delivered_with_reservations',
  'returned_to_sender',
  'redirected',
  'transhipped',
  'partial_delivery',
  'lost',
  'dismissed',
] as const
export type Outcome = (typeof outcomes)[number]

export const signingMethods = ['drawn', 'typed', 'api'] as const
export type SigningMethod = (typeof signingMethods)[number]

/** What the company wants done about gaps and jumps: told (lenient) or refused (strict). */
export const policies = ['lenient', 'strict'] as const
export type Policy = (typeof policies)[number]

/** One field's old and new value; `null` stands for absent. */
export type Change = {
  readonly field: FieldName
  readonly old: JsonValue
  readonly new: JsonValue
}

/** Data of each event. An event holds only what changed; who and when stand in its metadata. */
export interface EcmrEventData {
  readonly EcmrCreated: {
    readonly id: string
    readonly ecmr_number: string
    readonly company_id: string
    readonly policy: Policy
    readonly fields: EcmrFields
  }
  readonly EcmrEdited: { readonly changes: readonly Change[] }
  readonly EcmrAmended: { readonly changes: readonly Change[]; readonly reason: string }
  readonly CarrierAssigned: {
    readonly changes: readonly Change[]
    /** given when the change comes after a signature */
    readonly reason?: string
    readonly inferred?: true
  }
  readonly EcmrSigned: {
    readonly role: Role
    readonly signer_name: string
    readonly signer_tax_id?: string
    readonly method: SigningMethod
    /** honest: a drawn or typed name is a simple signature, never called more */
    readonly level: 'simple'
    /** data URL of the drawn signature */
    readonly signature_image?: string
    readonly place?: string
    readonly remarks?: string
    /** SHA-256 (hex) over the RFC 8785 form of all legal fields as they stood */
    readonly content_hash: string
    /** SHA-256 (hex) over the RFC 8785 form of this signature without this member */
    readonly signature_hash: string
    /** `signature_hash` of the signature before this one */
    readonly previous_signature_hash: string | null
  }
  readonly GoodsTakenOver: {
    readonly taken_over_at: string
    readonly place?: string
    readonly inferred?: true
  }
  readonly VehicleChanged: { readonly changes: readonly Change[]; readonly reason: string }
  readonly ReservationRecorded: {
    readonly reservation_id: string
    readonly by: Role
    readonly grounds: string
  }
  readonly IncidentReported: {
    readonly incident_id: string
    readonly type: IncidentType
    readonly severity: Severity
    readonly description: string
    readonly occurred_at: string
    readonly place?: string
  }
  readonly IncidentResolved: {
    readonly incident_id: string
    readonly outcome: Outcome
    readonly note?: string
  }
  readonly DeliveryConfirmed: {
    readonly delivered_at: string
    readonly place?: string
    /** why the receiver did not sign */
    readonly unsigned_reason?: string
    readonly inferred?: true
  }
  readonly EcmrCancelled: { readonly reason: string }
}

export type EcmrEventType = keyof EcmrEventData

/**
 * A fact about a consignment note.
 *
 * `at` is the instant it was recorded (RFC 3339, UTC, milliseconds); the event store keeps it as
 * `metadata.recorded_at`.
 */
export type EcmrEvent = {
  readonly [T in EcmrEventType]: { readonly type: T; readonly at: string; readonly data: EcmrEventData[T] }
}[EcmrEventType]

/** The event types by name, for recognising what a log holds. */
export const ecmrEventTypes = [
  'EcmrCreated',
  'EcmrEdited',
  'EcmrAmended',
  'CarrierAssigned',
  'EcmrSigned',
  'GoodsTakenOver',
  'VehicleChanged',
  'ReservationRecorded',
  'IncidentReported',
  'IncidentResolved',
  'DeliveryConfirmed',
  'EcmrCancelled',
] as const satisfies readonly EcmrEventType[]
