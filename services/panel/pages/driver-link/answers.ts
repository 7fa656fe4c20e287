import type { Added, DriverActed } from '@ecmr/application'
import type { Note, Refusal } from '@ecmr/domain'

/** What the page of a driver is told of an action; its texts say it in the reader’s language. */
export interface DriverAnswer {
  readonly status: number
  readonly body:
    | { readonly recorded: true; readonly replayed: boolean }
    | { readonly problem: string; readonly progress?: Note['progress'] }
}

/** @param note as it was before the action */
export function driverAnswer(acted: DriverActed | Added, note: Note): DriverAnswer {
  switch (acted.outcome) {
    case 'accepted':
    case 'added':
      return { status: 200, body: { recorded: true, replayed: acted.replayed } }
    case 'unknown_device':
      return { status: 401, body: { problem: 'unknown_device' } }
    case 'unfit':
      return { status: 409, body: { problem: 'unfit' } }
    case 'refused':
      return { status: 409, body: { problem: problemOf(acted.refusal), progress: note.progress } }
    default:
      // Others change the note at the same moment, or the same action is just being done: it is sent again.
      return { status: 503, body: { problem: 'busy' } }
  }
}

const INSTANTS = ['/at', '/changed_at', '/occurred_at']

/** The code of a refusal; of an instant that cannot be, what is wrong with it. */
function problemOf({ code, errors = [] }: Refusal): string {
  const fault = errors.find(({ pointer }) => INSTANTS.includes(pointer))
  if (fault === undefined) return code
  return fault.code === 'contradiction' ? 'out_of_order' : 'clock_changed'
}
