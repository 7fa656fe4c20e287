import type { Checkpoints, Publisher } from '@ecmr/broker'
import type { EventStore } from '@ecmr/event-store'

/** What one relay works with; which of several relays works is its composer's business. */
export interface RelayOptions {
  readonly store: Pick<EventStore, 'follow'>
  readonly publisher: Publisher
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
}
