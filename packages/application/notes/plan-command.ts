import {
  type Commit,
  decide,
  type EcmrEvent,
  type Note,
  type Refusal,
  replay,
  unknownHistory,
  versionWithoutDocuments,
} from '@ecmr/domain'
import { contentHash, type RecordedEvent } from '@ecmr/event-store'
import type { CommandOutcome, CommandRequest } from './command-handler.js'
import type { NoteHistory } from './note-history.js'

/** What a command leads to, given a history: an answer, or events that are yet to be sealed and appended. */
export type Plan =
  | { readonly kind: 'answer'; readonly answer: CommandOutcome }
  | { readonly kind: 'append'; readonly decided: readonly EcmrEvent[]; readonly note: Note }

export const NOT_FOUND: Refusal = { code: 'not_found', detail: 'There is no such consignment note.' }

/**
 * Decides on a command that is not on record yet.
 *
 * @param context.commit makes the commitments that a signature is made over
 * @param context.refusal why nothing may be recorded, if so
 * @param context.judged why nothing may be decided on the note as it is, if so
 */
export function planCommand(
  request: CommandRequest,
  history: NoteHistory,
  context: {
    readonly now: Date
    readonly commit: Commit
    readonly refusal: Refusal | undefined
    readonly judged: Refusal | undefined
  },
): Plan {
  const { now, commit, refusal, judged } = context
  const { owner, revision, unknown } = history
  if (owner !== null && owner !== request.company) return refused(NOT_FOUND)
  if (unknown.length) return refused(unknownHistory(unknown))
  const version = revision + 1
  const { note: before, bytes } = history
  if (before && request.ifMatch?.some((wanted) => isCurrent(wanted, before)) === false)
    return answer({ outcome: 'stale', version })
  if (judged) return refused(judged)
  const known = { now: now.toISOString(), hash: contentHash, commit, bytes }
  const decision = decide(before, request.commands, known)
  if (!decision.ok) return refused(decision.refusal)
  const { note, events } = decision
  if (note === null) return refused(NOT_FOUND)
  if (events.length && refusal) return refused(refusal)
  if (events.length) return { kind: 'append', note, decided: events }
  return answer({ outcome: 'accepted', note, events: [], position: history.position, replayed: false })
}

/**
 * The answer to a command that a stream holds already: what it led to, and the note as it was right after it;
 * undefined when the stream does not hold it.
 *
 * @param lastTried hash of the last event that this very call tried to append: finding that one is no repeat
 */
export function recordedOutcome(
  request: CommandRequest,
  history: readonly RecordedEvent[],
  lastTried: string | undefined,
): CommandOutcome | undefined {
  const events = history.filter((event) => event.metadata.command_id === request.commandId)
  const last = events.at(-1)
  if (!last || last.metadata.company_id !== request.company) return undefined
  const { note } = replay(history.slice(0, history.indexOf(last) + 1))
  const replayed = last.metadata.hash !== lastTried
  return note ? { outcome: 'accepted', note, events, position: last.position, replayed } : undefined
}

/** Documents that were issued since change nothing that somebody who read the note would overwrite. */
function isCurrent(version: number, note: Note): boolean {
  return version <= note.version && version >= versionWithoutDocuments(note)
}

function refused(refusal: Refusal): Plan {
  return answer({ outcome: 'refused', refusal })
}

function answer(outcome: CommandOutcome): Plan {
  return { kind: 'answer', answer: outcome }
}
