import { noteStream } from '@ecmr/domain'
import {
  type BrokenEvent,
  type EventStore,
  type Position,
  type StreamHead,
  verifyStreams,
} from '@ecmr/event-store'
import type { ListedPlace, SeenNote } from '../history/company-streams.js'

/** Something that does not hold; `read_model_differs` when the log itself may be whole. */
export interface CompanyProblem {
  readonly problem: BrokenEvent['problem'] | 'read_model_differs'
  /** without it and without a document: the company's own stream */
  readonly ecmr_id: string | null
  readonly ecmr_number: string | null
  /** whose reads these are */
  readonly document_id?: string
  /** position in its stream, from 0; null: unknown */
  readonly revision: number | null
  readonly position: Position | null
  readonly type: string | null
}

/**
 * How far the proof of a company's streams has come: first its own stream, then its notes in the order in which they
 * began, then those that the list has and the history does not know, then who fetched its documents.
 */
export interface CompanyVerification {
  readonly step: 'company' | 'notes' | 'list' | 'documents' | 'done'
  /** the last note whose stream was read, by the position at which it begins */
  readonly after: Position
  readonly listed: ListedPlace | null
  /** the last document whose stream was read */
  readonly document: string | null
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
  document: null,
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

/** What became of proving some notes. */
export interface NotesVerified {
  /** how many of them were read, from the first one on */
  readonly notes: number
  readonly events: number
  readonly problems: readonly CompanyProblem[]
}

/**
 * Proves the streams of notes: the chain of each, and that it ends where the read models have seen it end.
 *
 * @param options.store events as they were recorded
 * @param options.passed how far the history had come before it was asked for these notes: an event up to there that it
 *   does not show has been taken away
 * @param options.deadline as `verifyStreams` takes it
 * @throws StoreUnavailable
 */
export async function verifyNotes(options: {
  readonly store: Pick<EventStore, 'readStream'>
  readonly notes: readonly SeenNote[]
  readonly passed: Position
  readonly deadline?: number
}): Promise<NotesVerified> {
  const { notes, passed, ...rest } = options
  const byStream = new Map(notes.map((note) => [noteStream(note.ecmr_id), note]))
  const streams = notes.map(({ ecmr_id, history, list }) => ({
    stream: noteStream(ecmr_id),
    seen: [...(history ? [history] : []), ...(list ? [{ ...list, hash: null }] : [])],
  }))
  const report = await verifyStreams({ ...rest, streams })
  const broken = report.broken.map(({ stream, problem, revision, position, type }) => {
    const { ecmr_id = null, ecmr_number = null } = byStream.get(stream ?? '') ?? {}
    return { problem, ecmr_id, ecmr_number, revision, position, type }
  })
  const hidden = notes.slice(0, report.streams).flatMap((note) => {
    const head = report.heads.get(noteStream(note.ecmr_id))
    return [...hiddenIn(note, head, passed), ...movedIn(note, head)]
  })
  return { notes: report.streams, events: report.events, problems: [...broken, ...hidden] }
}

/** What the log has and the history does not show, although it has passed it. */
function hiddenIn(
  { ecmr_id, ecmr_number, history }: SeenNote,
  head: StreamHead | undefined,
  passed: Position,
): readonly CompanyProblem[] {
  const shown = history?.revision ?? -1
  if (!head || head.revision <= shown || head.position > passed) return []
  const { revision, position } = head
  return [{ problem: 'read_model_differs', ecmr_id, ecmr_number, revision, position, type: null }]
}

/** The newest event that the history has seen, if the log holds it at another position. */
function movedIn(
  { ecmr_id, ecmr_number, history }: SeenNote,
  head: StreamHead | undefined,
): readonly CompanyProblem[] {
  if (!history || !head || head.revision !== history.revision || head.hash !== history.hash) return []
  // What was made from the log in another store has seen it at a place of another kind.
  const isOfThisLog = head.position.length === history.position.length
  if (!isOfThisLog || head.position === history.position) return []
  const { revision, position } = head
  return [{ problem: 'reordered', ecmr_id, ecmr_number, revision, position, type: null }]
}
