import type { DeliveryStatus, WebhookEvent } from '@ecmr/contract'
import type { Kysely } from 'kysely'
import type { WebhookTables } from '../tables.js'

/** One event on its way to one endpoint. */
export interface Delivery {
  /** the `webhook-id` header */
  readonly id: string
  readonly event_id: string
  readonly event: WebhookEvent
  readonly ecmr_id: string
  readonly ecmr_number: string
  readonly version: number
  readonly status: DeliveryStatus
  readonly attempts: number
  /** an example that its owner asked for */
  readonly test: boolean
  /** the replay that last made it due */
  readonly replay_id: string | null
  /** RFC 3339, UTC, as are the next two */
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly finished_at: string | null
}

/** Deliveries as rows for `deliveryFromRow`. */
export function selectDeliveries(db: Kysely<WebhookTables>) {
  return db
    .selectFrom('webhooks.deliveries as d')
    .innerJoin('webhooks.messages as m', 'm.event_id', 'd.event_id')
    .select([
      'd.id',
      'd.event_id',
      'd.type as event',
      'd.ecmr_id',
      'm.ecmr_number',
      'd.version',
      'd.status',
      'd.attempts',
      'd.is_test as test',
      'd.replay_id',
      'd.created_at',
      'd.next_attempt_at',
      'd.expedited',
      'd.leased_until',
      'd.finished_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

/** When deliveries are read, and until when their endpoint is paused then. */
export interface Seen {
  readonly now: Date
  readonly pausedUntil: string | null
}

/** A delivery from its row. */
export function deliveryFromRow(row: Row, seen: Seen): Delivery {
  const { expedited, leased_until, ...shown } = row
  const isHeldUp = !expedited && (leased_until === null || leased_until <= seen.now)
  const next = isHeldUp ? afterPause(row.next_attempt_at, seen) : row.next_attempt_at
  return {
    ...shown,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.status === 'pending' ? next.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** A pause that is over has no say: whatever is due goes as soon as the probe has answered. */
function afterPause(due: Date, { now, pausedUntil }: Seen): Date {
  const end = pausedUntil === null ? now : new Date(pausedUntil)
  return end > now && end > due ? end : due
}
