import type { RecordedEvent } from '@ecmr/event-store'

/** Hands recorded events to services that react to them. At least once, in order within a stream. */
export interface Broker {
  /**
   * Consumes for ever under a durable name. The handler's promise is the acknowledgement: when it resolves the events
   * are never handed out again under this name; when it rejects they come again after a pause.
   */
  consume(options: {
    readonly name: string
    readonly handle: (events: readonly RecordedEvent[]) => Promise<void>
    readonly signal: AbortSignal
  }): Promise<void>
}
