import type { Role, Status } from '@ecmr/domain'

/** Something that has happened on the way, to the minute. */
export interface Milestone {
  readonly type:
    | 'created'
    | 'assigned'
    | 'taken_over'
    | 'vehicle_changed'
    | 'signed'
    | 'incident'
    | 'resolved'
    | 'delivered'
    | 'delivery_reverted'
    | 'cancelled'
  /** on `signed` only */
  readonly role?: Role
  /** RFC 3339, UTC, to the minute */
  readonly at: string
  /** where `at` was stated: when it was recorded; absent in rows of earlier versions */
  readonly recorded_at?: string
}

/** All that the public may see of a consignment note, and nothing else. */
export interface TrackingView {
  readonly ecmr_number: string
  readonly status: Status
  readonly pickup_city: string
  readonly pickup_country: string | null
  readonly pickup_date: string
  readonly delivery_city: string
  readonly delivery_country: string | null
  /** planned, YYYY-MM-DD */
  readonly delivery_date: string | null
  /** actual, to the minute */
  readonly delivered_at: string | null
  readonly milestones: readonly Milestone[]
  /** whose signature covers the content as it is */
  readonly signed_by: readonly Role[]
  /** who signed before the content changed, and has not signed again; absent in rows of earlier versions */
  readonly outdated_signatures?: readonly Role[]
  readonly incident_open: boolean
  readonly cancelled: boolean
  readonly updated_at: string
}
