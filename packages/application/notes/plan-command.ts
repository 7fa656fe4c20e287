import {
  type Access,
  accessOf,
  type Commit,
  type DecisionContext,
  decide,
  type EcmrCommand,
  type EcmrEvent,
  mayCommand,
  type Note,
  type Refusal,
  replay,
  unknownHistory,
  versionWithoutDocuments,
} from '@ecmr/domain'
import { contentHash, type RecordedEvent } from '@ecmr/event-store'
import type { CommandOutcome, CommandRequest } from './command-handler.js'
import type { NoteHistory, ReadHistory } from './note-history.js'

/** What a command leads to, given a history: an answer, or events that are yet to be sealed and appended. */
export type Plan =
  | { readonly kind: 'answer'; readonly answer: CommandOutcome }
  | { readonly kind: 'append'; readonly decided: readonly EcmrEvent[]; readonly note: Note }

/** Why a company may not do something with a note that is shared with it. */
export const NOT_IN_SHARE: Refusal = {
  code: 'not_in_your_share',
  detail:
    'The note is shared with your company, and this is not among what it may do. Ask the company that it belongs to.',
}

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
  const { revision, unknown } = history
  const access = accessTo(history, request)
  if (access === undefined) return refused(NOT_FOUND)
  if (unknown.length) return refused(unknownHistory(unknown))
  const version = revision + 1
  const { note: before, bytes } = history
  if (before && request.ifMatch?.some((wanted) => isCurrent(wanted, before)) === false)
    return answer({ outcome: 'stale', version })
  if (judged) return refused(judged)
  const known = { now: now.toISOString(), hash: contentHash, commit, bytes }
  const commands = before === null ? request.commands : allowed(access, before, request.commands, known)
  if (commands === undefined) return refused(NOT_IN_SHARE)
  const decision = decide(before, commands, known)
  if (!decision.ok) return refused(decision.refusal)
  const { note, events } = decision
  if (note === null) return refused(NOT_FOUND)
  if (events.length && refusal) return refused(refusal)
  if (events.length) return { kind: 'append', note, decided: events }
  return answer({ outcome: 'accepted', note, events: [], position: history.position, replayed: false })
}

/** What a company may do with the note of a history; one that does not exist yet is its own. */
export function accessTo(
  { note, owner }: Pick<NoteHistory, 'note' | 'owner'>,
  { company }: Pick<CommandRequest, 'company'>,
): Access | undefined {
  if (owner === null || owner === company) return { kind: 'own' }
  return note === null ? undefined : accessOf(note, company)
}

/**
 * The commands of a request that have an effect, as far as a company may give them; undefined when one of them is not for it. What
 * changes nothing, as a record that is sent back as it was read, is no command.
 */
function allowed(
  access: Access,
  note: Note,
  commands: readonly EcmrCommand[],
  context: DecisionContext,
): readonly EcmrCommand[] | undefined {
  const given = commands.filter((command) => mayCommand(access, command))
  const others = commands.filter((command) => !given.includes(command))
  const changesNothing = (command: EcmrCommand): boolean => {
    const decision = decide(note, [command], context)
    return decision.ok && decision.events.length === 0
  }
  return others.every(changesNothing) ? given : undefined
}

/**
 * The answer to a command that a stream holds already: what it led to, and the note as it was right after it;
 * undefined when the stream does not hold it.
 *
 * @param lastTried hash of the last event that this very call tried to append: finding that one is no repeat
 */
export function recordedOutcome(
  request: CommandRequest,
  history: ReadHistory,
  lastTried: string | undefined,
): CommandOutcome | undefined {
  const events = history.events.filter((event) => event.metadata.command_id === request.commandId)
  const last = events.at(-1)
  if (!last || accessTo(history, request) === undefined || !isGivenBy(last, request)) return undefined
  const { note } = replay(history.events.slice(0, history.events.indexOf(last) + 1))
  const replayed = last.metadata.hash !== lastTried
  return note ? { outcome: 'accepted', note, events, position: last.position, replayed } : undefined
}

/** Another company's command is none of ours, although its id should be the same. */
function isGivenBy({ metadata }: RecordedEvent, { company }: CommandRequest): boolean {
  return metadata.company_id === company || metadata.actor.company_id === company
}

/** Documents that were issued since change nothing that someone who read the note would overwrite. */
function isCurrent(version: number, note: Note): boolean {
  return version <= note.version && version >= versionWithoutDocuments(note)
}

function refused(refusal: Refusal): Plan {
  return answer({ outcome: 'refused', refusal })
}

function answer(outcome: CommandOutcome): Plan {
  return { kind: 'answer', answer: outcome }
}
