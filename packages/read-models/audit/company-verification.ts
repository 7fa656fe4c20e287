import type { BrokenEvent, Position } from '@ecmr/event-store'
import type { ListedPlace } from '../history/company-streams.js'

/** Something that does not hold; `read_model_differs` when the log itself may be whole. */
export interface CompanyProblem {
  readonly problem: BrokenEvent['problem'] | 'read_model_differs'
  /** null: the company's own stream */
  readonly ecmr_id: string | null
  readonly ecmr_number: string | null
  /** position in its stream, from 0; null: unknown */
  readonly revision: number | null
  readonly position: Position | null
  readonly type: string | null
}

/**
 * How far the proof of a company's streams has come: first its own stream, then its notes in the order in which they
 * began, then those that the list has and the history does not know.
 */
export interface CompanyVerification {
  readonly step: 'company' | 'notes' | 'list' | 'done'
  /** the last note whose stream was read, by the position at which it begins */
  readonly after: Position
  readonly listed: ListedPlace | null
  readonly notes: number
  readonly events: number
  /** the first ones; MOST_PROBLEMS of them */
  readonly problems: readonly CompanyProblem[]
  /** how many there are in all */
  readonly found: number
}

/** So many problems are named; more would add nothing. */
export const MOST_PROBLEMS = 50

/** Nothing is proven yet. */
export const NOTHING_PROVEN: CompanyVerification = {
  step: 'company',
  after: '',
  listed: null,
  notes: 0,
  events: 0,
  problems: [],
  found: 0,
}

/** The proof with more streams in it. */
export function proven(
  before: CompanyVerification,
  more: { readonly notes: number; readonly events: number; readonly problems: readonly CompanyProblem[] },
): CompanyVerification {
  return {
    ...before,
    notes: before.notes + more.notes,
    events: before.events + more.events,
    problems: [...before.problems, ...more.problems].slice(0, MOST_PROBLEMS),
    found: before.found + more.problems.length,
  }
}
