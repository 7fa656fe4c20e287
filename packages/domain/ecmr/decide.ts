import type { JsonValue } from '../json.js'
import type { Refusal } from '../refusals.js'
import type { EcmrCommand } from './commands.js'
import type { EcmrEvent } from './events.js'
import type { Note } from './state.js'

export interface DecisionContext {
  /** RFC 3339, UTC, milliseconds */
  readonly now: string
  /** SHA-256 (hex) over the RFC 8785 form */
  readonly hash: (content: JsonValue) => string
}
export type Decision =
  | { readonly ok: true; readonly events: readonly EcmrEvent[]; readonly note: Note | null }
  | { readonly ok: false; readonly refusal: Refusal }

export function decide(
  _note: Note | null,
  _commands: readonly EcmrCommand[],
  _context: DecisionContext,
): Decision {
  throw new Error('not yet')
}
