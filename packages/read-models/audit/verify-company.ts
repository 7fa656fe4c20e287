import { type CompanyId, documentStream } from '@ecmr/domain'
import { type EventStore, type Position, START, verifyStreams } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import { begunNotes, notesWithoutHistory } from '../history/company-streams.js'
import { historyPosition } from '../history/scan.js'
import { endsOfReads } from '../reads/query.js'
import { type CompanyVerification, proven, verifyNotes } from './verify-notes.js'

/** What proving a company's streams takes. */
export interface VerifyCompanyOptions {
  readonly db: Pick<ClientBase, 'query'>
  readonly store: Pick<EventStore, 'readStream' | 'isPosition'>
  readonly company: CompanyId
  /** where an earlier call ended, or NOTHING_PROVEN */
  readonly from: CompanyVerification
  /** when to end, as `performance.now()` gives it; every call still makes some progress */
  readonly deadline: number
}

/** Notes that are asked for together. */
const PAGE = 96
/** Lines of the list that are looked at together. */
const LINES = 2_000

/**
 * Proves the streams of one company, its own and those of all its notes and documents, and no others, until the time is up: it is
 * called again with what it answered, until that says `done`.
 *
 * It does not see that the newest events of the company's own stream were cut off, of which no read model knows.
 *
 * @throws StoreUnavailable
 */
export async function verifyCompany(options: VerifyCompanyOptions): Promise<CompanyVerification> {
  let state = options.from
  do {
    state = await step(options, state)
  } while (state.step !== 'done' && performance.now() < options.deadline)
  return state
}

function step(options: VerifyCompanyOptions, state: CompanyVerification): Promise<CompanyVerification> {
  switch (state.step) {
    case 'company':
      return ownStream(options, state)
    case 'notes':
      return nextNotes(options, state)
    case 'list':
      return nextLines(options, state)
    case 'documents':
      return nextDocuments(options, state)
    case 'done':
      return Promise.resolve(state)
    default:
      return state.step satisfies never
  }
}

async function ownStream(
  { store, company }: VerifyCompanyOptions,
  state: CompanyVerification,
): Promise<CompanyVerification> {
  const streams = [{ stream: `company-${company}`, seen: [] }]
  const { events, broken } = await verifyStreams({ store, streams })
  const problems = broken.map(({ problem, revision, position, type }) => {
    return { problem, ecmr_id: null, ecmr_number: null, revision, position, type }
  })
  return { ...proven(state, { notes: 0, events, problems }), step: 'notes' }
}

async function nextNotes(
  { db, store, company, deadline }: VerifyCompanyOptions,
  state: CompanyVerification,
): Promise<CompanyVerification> {
  const passed = await passedBy(db, store)
  const notes = await begunNotes(db, company, { after: state.after, limit: PAGE })
  if (notes.length === 0) return { ...state, step: 'list' }
  const verified = await verifyNotes({ store, notes, passed, deadline })
  const last = notes[verified.notes - 1]
  return { ...proven(state, verified), after: last?.begins ?? state.after }
}

async function nextLines(
  { db, store, company }: VerifyCompanyOptions,
  state: CompanyVerification,
): Promise<CompanyVerification> {
  const passed = await passedBy(db, store)
  const { notes, next } = await notesWithoutHistory(db, company, { after: state.listed, looks: LINES })
  const verified = await verifyNotes({ store, notes, passed })
  return { ...proven(state, verified), listed: next, step: next === null ? 'documents' : 'list' }
}

async function nextDocuments(
  { db, store, company, deadline }: VerifyCompanyOptions,
  state: CompanyVerification,
): Promise<CompanyVerification> {
  const ends = await endsOfReads(db, company, { after: state.document, limit: PAGE })
  if (ends.length === 0) return { ...state, step: 'done' }
  const documents = new Map(ends.map(({ document_id }) => [documentStream(document_id), document_id]))
  const streams = ends.map(({ document_id, revision }) => {
    return { stream: documentStream(document_id), seen: [{ revision, hash: null }] }
  })
  const report = await verifyStreams({ store, streams, deadline })
  const problems = report.broken.map(({ stream, problem, revision, position, type }) => {
    const document_id = documents.get(stream ?? '')
    const about = { ecmr_id: null, ecmr_number: null, ...(document_id && { document_id }) }
    return { problem, ...about, revision, position, type }
  })
  const last = ends[report.streams - 1]
  return {
    ...proven(state, { notes: 0, events: report.events, problems }),
    document: last?.document_id ?? state.document,
  }
}

/**
 * How far in the log the history has come, before it is asked for notes: what comes in between is not an error. What
 * was made from the log in another store has seen the same streams, but at other places.
 */
export async function passedBy(
  db: VerifyCompanyOptions['db'],
  { isPosition }: Pick<EventStore, 'isPosition'>,
): Promise<Position> {
  const position = await historyPosition(db)
  return isPosition(position) ? position : START
}
