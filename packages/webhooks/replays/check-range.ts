import type { Fault } from '@ecmr/domain'

/** Which part of the log to replay: from an instant, perhaps until another, or from a position. */
export interface ReplayRange {
  /** RFC 3339 */
  readonly since?: string
  readonly until?: string
  readonly from_position?: string
}

/** The part of the event log that a request is checked against. */
export interface ReplayedLog {
  head(): Promise<string>
  /** whether a position is of the form that this log gives out */
  readonly isPosition: (position: string) => boolean
}

/** What is wrong with a range; empty when nothing is. */
export function faultsOfRange(
  range: ReplayRange,
  at: { readonly log: ReplayedLog; readonly head: string; readonly now: Date },
): readonly Fault[] {
  const { since, until, from_position } = range
  if (since === undefined && from_position === undefined) {
    return [fault('/since', 'required', 'Send either since or from_position; a replay begins somewhere.')]
  }
  if (since !== undefined && from_position !== undefined) {
    return [fault('/from_position', 'not_together', 'Send either since or from_position, not both.')]
  }
  if (from_position === undefined) return faultsOfTimes(since, until, at.now)
  return [
    ...faultsOfPosition(from_position, at),
    ...(until === undefined ? [] : [fault('/until', 'not_together', 'Send until with since only.')]),
  ]
}

/** The last instant that RFC 3339 can write; an offset leads beyond it. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

function faultsOfTimes(since = '', until: string | undefined, now: Date): readonly Fault[] {
  const begin = Date.parse(since)
  if (begin > now.getTime()) {
    return [fault('/since', 'out_of_range', 'Send an instant in the past; nothing was recorded after now.')]
  }
  const end = until === undefined ? LATEST : Date.parse(until)
  if (end > begin && end <= LATEST) return []
  return [fault('/until', 'out_of_range', 'Send an instant after since, before the year 10000.')]
}

function faultsOfPosition(
  position: string,
  { log, head }: { readonly log: ReplayedLog; readonly head: string },
): readonly Fault[] {
  const isOurs = position !== '' && log.isPosition(position)
  if (isOurs && position <= head) return []
  const message = isOurs
    ? 'Send a position that the log has reached.'
    : 'Send a position as you got it. If it is from before the log was moved, begin at an instant, with since.'
  return [fault('/from_position', 'out_of_range', message)]
}

const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message })
