import type { Checkpoint, Position, RecordedEvent } from '@ecmr/event-store'

/** Hands recorded events to services that react to them. At least once, in order within a stream. */
export interface Broker {
  /**
   * Consumes under a durable name. The handler's promise is the acknowledgement: when it resolves the events are never
   * handed out again under this name; when it rejects they come again after a delay.
   *
   * Any number of processes may consume under one name and share the events; order within a stream is kept while one
   * of them does so at a time.
   */
  consume(options: {
    readonly name: string
    readonly handle: Handler
    readonly signal: AbortSignal
  }): Promise<void>
}

/** An event as it is handed out. */
export interface HandedOut extends RecordedEvent {
  /** of the span that brought it here (W3C Trace Context); absent: none but that in its metadata, if there is one */
  readonly traceparent?: string
}

/** Handles events; `setAside` takes those that it can never handle. */
export type Handler = (events: readonly HandedOut[], setAside: SetAside) => Promise<void>

/** Moves an event, with the reason, to where an operator finds it. */
export type SetAside = (event: Pick<RecordedEvent, 'id'>, reason: string) => void

/** Takes recorded events to where `consume` hands them out. */
export interface Publisher {
  /**
   * Resolves when the broker has stored the event durably. Publishing an event again is harmless.
   *
   * @param traceparent of the span that publishes (W3C Trace Context); absent: it is not traced
   * @throws BrokerUnavailable it may or may not have been stored; publish it again
   */
  publish(event: RecordedEvent, traceparent?: string): Promise<void>
}

/** The broker cannot be reached or does not work; the message is a sentence for an operator. */
export class BrokerUnavailable extends Error {
  override readonly name = 'BrokerUnavailable'
}

/** A pino logger fits. */
export interface BrokerLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Stores how far consumers have followed the log. */
export interface Checkpoints {
  /** START for a name that has none yet */
  load(name: string): Promise<Checkpoint>
  /**
   * Never moves a checkpoint back.
   *
   * @param known the position that the caller last loaded or saved
   * @throws CheckpointMovedBack when the stored one is before that
   */
  save(name: string, checkpoint: Checkpoint, known: Position): Promise<void>
}

/**
 * A checkpoint was moved back since it was loaded or saved: its database was restored from an older copy, or an operator
 * wants events to be handed out again. Load it again, or they would be skipped.
 */
export class CheckpointMovedBack extends Error {
  override readonly name = 'CheckpointMovedBack'
}
