import type { CompanyId, EcmrCommand, Note, Refusal } from '@ecmr/domain'
import type { Actor, Position, RecordedEvent } from '@ecmr/event-store'

/** Commands on one consignment note. */
export interface CommandRequest {
  /** the note's id; on creation, of the note to be */
  readonly id: string
  /** on whose behalf; a note of any other company is not found */
  readonly company: CompanyId
  /** UUID; a repeat under the same id changes nothing and is answered with what the first one led to */
  readonly commandId: string
  /** decided together, all or nothing, in one append */
  readonly commands: readonly EcmrCommand[]
  readonly actor: Actor
  readonly correlationId: string
  /** the note cannot exist yet, so it is not read first; a repeat is still recognised */
  readonly isNew?: boolean
  /** the note must have one of these versions */
  readonly ifMatch?: readonly number[]
  /** judges the note that the commands are about to be decided on; what it refuses is not decided */
  readonly judge?: (note: Note) => Promise<Refusal | undefined>
}

export type CommandOutcome =
  | Accepted
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** `ifMatch` does not hold */
  | { readonly outcome: 'stale'; readonly version: number }
  /** others kept changing the note at the same time */
  | { readonly outcome: 'conflict' }

export interface Accepted {
  readonly outcome: 'accepted'
  readonly note: Note
  /** what this command led to; empty when the note was as asked for already */
  readonly events: readonly RecordedEvent[]
  /** of the last of the events; without any, of the note's newest */
  readonly position: Position
  /** the command had been recorded before; `note` is as it was right after it */
  readonly replayed: boolean
}

export interface CommandHandler {
  /**
   * Decides on commands and records what follows from them.
   *
   * @throws StoreUnavailable nothing was recorded
   * @throws OutcomeUnknown it may or may not have been; the same command id may be sent again
   */
  handle(request: CommandRequest): Promise<CommandOutcome>
}
