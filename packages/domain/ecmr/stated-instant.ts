import { isInstant, shifted, toUtc } from '../instants.js'
import { refuse, type Verdict } from './decision.js'
import type { Note } from './state.js'

const MINUTE = 60_000
/** Clocks of drivers' telephones are a little off, in ms; a whole hour off is a time zone taken for UTC, worth refusing. */
export const CLOCK_TOLERANCE = 5 * MINUTE
// Paper may be typed in late, but not from another year's carriage.
const LONGEST_DELAY = 366 * 24 * 60 * MINUTE

/**
 * When something happened according to the person who reports it, in UTC; now when they do not say. A clock that runs
 * ahead a little counts as now.
 *
 * @returns `undefined` when it is no instant, in the future, or more than a year older than the note
 */
export function statedInstant(note: Note, given: string | undefined, now: string): string | undefined {
  if (given === undefined) return now
  if (!isInstant(given)) return undefined
  const instant = toUtc(given)
  if (instant > shifted(now, CLOCK_TOLERANCE)) return undefined
  if (instant < shifted(note.created_at, -LONGEST_DELAY)) return undefined
  return instant > now ? now : instant
}

/** The refusal that belongs to a stated instant that is none or cannot be. */
export function refuseInstant(pointer: string): Verdict {
  const message =
    'Give an instant with its offset (RFC 3339), not in the future, at most a year before the note was created.'
  return refuse('invalid_command', message, { errors: [{ pointer, code: 'instant', message }] })
}
