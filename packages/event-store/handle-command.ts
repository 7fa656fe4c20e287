import type { CompanyId, EcmrCommand, Note, Refusal } from '@ecmr/domain'
import type { Actor, EventStore, Position, RecordedEvent } from './port.js'

export interface CommandRequest {
  /** the note's id */
  readonly id: string
  readonly company: CompanyId
  readonly commandId: string
  readonly commands: readonly EcmrCommand[]
  readonly actor: Actor
  readonly correlationId: string
  readonly isNew?: boolean
  readonly ifMatch?: number
}

export type CommandOutcome =
  | {
      readonly outcome: 'accepted'
      readonly note: Note
      readonly events: readonly RecordedEvent[]
      readonly position: Position
      readonly replayed: boolean
    }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'stale'; readonly version: number }
  | { readonly outcome: 'conflict' }

export interface CommandHandler {
  handle(request: CommandRequest): Promise<CommandOutcome>
}

/** Turns commands into appended events. */
export function commandHandler(_options: {
  readonly store: EventStore
  readonly clock?: () => Date
  readonly cacheSize?: number
}): CommandHandler {
  throw new Error('not yet')
}
