import type { EcmrCommand } from './commands.js'
import { type DecisionContext, refuse, type Verdict } from './decision.js'
import { noteLimits } from './note-limits.js'
import type { Note } from './state.js'

const CREATE_ANOTHER = 'Create another note for what comes next; this one can still be ended.'

/** What a command adds to: how many there are, how many there may be, and what they are called. */
type Addition = readonly [count: number, limit: number, what: string]

/**
 * The refusal of a command that would add to a note which is full; `undefined` when there is room, or when the command
 * is one of those that end a note.
 */
export function exceededLimit(
  note: Note,
  command: EcmrCommand,
  { bytes = 0 }: Pick<DecisionContext, 'bytes'>,
): Verdict | undefined {
  const addition = additionOf(note, command)
  if (addition === undefined) return undefined
  const events: Addition = [note.version, noteLimits.events, 'events']
  const full = [addition, events].find(([count, limit]) => count >= limit)
  if (full !== undefined) return tooMany(full)
  return bytes >= noteLimits.bytes ? tooLarge() : undefined
}

/** What can be added to without end; `undefined` for what can happen only so often. */
function additionOf(note: Note, command: EcmrCommand): Addition | undefined {
  const { events, incidents, reservations, signatures } = noteLimits
  switch (command.type) {
    case 'edit':
      return [note.version, events, 'events']
    case 'report_incident':
      return [note.incidents.length, incidents, 'incidents']
    case 'change_status':
      return command.to === 'incident' ? [note.incidents.length, incidents, 'incidents'] : undefined
    case 'record_reservation':
      return [note.reservations.length, reservations, 'reservations']
    case 'sign':
      return note.signatures.some(({ role }) => role === command.signature.role)
        ? [note.signatures.length, signatures, 'signatures']
        : undefined
    case 'create':
    case 'take_over':
    case 'confirm_delivery':
    case 'resolve_incident':
    case 'cancel':
      return undefined
    default:
      return command satisfies never
  }
}

function tooMany([, limit, what]: Addition): Verdict {
  const most = limit.toLocaleString('en')
  return refuse('too_many', `A note has at most ${most} ${what}, and this one has them. ${CREATE_ANOTHER}`)
}

function tooLarge(): Verdict {
  const mebibytes = noteLimits.bytes / 1_048_576
  return refuse(
    'note_too_large',
    `The events of a note hold at most ${mebibytes} MiB, and these do. ${CREATE_ANOTHER}`,
  )
}
