import type { CommandOf } from '../commands.js'
import type { DecisionContext, Verdict } from '../decision.js'
import type { Note } from '../state.js'
import { refuseInstant, statedInstant } from '../stated-instant.js'
import { advance } from '../transitions.js'

/** The carrier has the goods. */
export function takeOver(note: Note, command: CommandOf<'take_over'>, context: DecisionContext): Verdict {
  const at = statedInstant(note, command.at, context.now)
  if (at === undefined) return refuseInstant('/at')
  const where = command.place === undefined ? {} : { place: command.place }
  return advance(note, { type: 'GoodsTakenOver', data: { taken_over_at: at, ...where } }, { at })
}
