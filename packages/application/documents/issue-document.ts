import { inspectionLinks } from '@ecmr/document-links'
import { accessOf, actingFor, decide, type IssuedDocument, type Note, type Refusal } from '@ecmr/domain'
import { contentHash, type Position } from '@ecmr/event-store'
import { committing, NO_KEYS } from '@ecmr/personal-data'
import { v7 as uuidv7 } from 'uuid'
import type { Attempt, CommandKey } from '../idempotency/idempotency.js'
import type { Caller, Changed } from '../notes/change-note.js'
import { loadNote } from '../notes/note-history.js'
import { NOT_FOUND } from '../notes/plan-command.js'
import { mustActAs, mustOwn } from '../permissions/permitted.js'
import type { DocumentUseCases, NotIssued, WantedDocument } from './document-cases.js'
import { makeVersion } from './make-version.js'
import { nextVersion, type PlannedVersion, planVersion } from './plan-version.js'
import { issuedBy, recordVersion, settleFile } from './record-version.js'
import type { LoadedNote } from './version-input.js'

/** A document that was issued, or that is current already. */
export interface IssuedAnswer {
  /** `unchanged`: the current document shows the note as it is */
  readonly outcome: 'issued' | 'unchanged'
  /** as it is with the document; of several notes the first */
  readonly note: Note
  readonly document: IssuedDocument
  readonly position: Position
  readonly replayed: boolean
}

/** What became of a request for a document. */
export type Issuing = IssuedAnswer | NotIssued

const MOST_TRIES = 3

/**
 * Issues a document of a note: the bytes are rendered and kept first, then the version is recorded. When the note changes or another
 * version is recorded meanwhile, it begins again. A repeat with the same key issues nothing more.
 *
 * @throws DocumentRenderingUnavailable, DocumentTooLarge, StorageUnavailable, StoreUnavailable: nothing was recorded
 * @throws OutcomeUnknown as `CommandHandler`; the same key may be used again. NotPermitted
 */
export async function issueDocument(
  cases: DocumentUseCases,
  caller: Caller,
  request: WantedDocument & { readonly noteId: string; readonly key?: CommandKey | undefined },
): Promise<Issuing> {
  mustActAs(caller, 'member')
  const work = (attempt: Attempt): Promise<Issuing> => issueOnce(cases, caller, request, attempt)
  const attempted = await cases.idempotency.run(caller.company, request.key, work)
  return attempted.ran ? attempted.answer : { outcome: attempted.outcome }
}

async function issueOnce(
  cases: DocumentUseCases,
  caller: Caller,
  request: WantedDocument & { readonly noteId: string },
  attempt: Attempt,
): Promise<Issuing> {
  const { noteId } = request
  const { commandId, keptAnswer } = attempt
  const upTo = keptAnswer && 'version' in keptAnswer ? { upToRevision: keptAnswer.version - 1 } : {}
  for (let tries = 1; ; tries++) {
    const loaded = await loadNote(cases.store, noteId, upTo)
    if (!loaded || !accessOf(loaded.note, caller.company)) return { outcome: 'refused', refusal: NOT_FOUND }
    mustOwn(caller, loaded.note)
    const repeated = issuedBefore(loaded, commandId)
    if (repeated) return repeated
    const plan = planVersion(loaded.note, request, {
      closed: keptAnswer ? new Set<string>() : await closedDocuments(cases, loaded.note),
      newId: uuidv7,
    })
    const refusal = await refusalOf(
      loaded.note,
      plan.kind === 'issue' ? plan.version : nextVersion(plan.current),
      cases,
    )
    if (refusal && (plan.kind === 'issue' || refusal.code === 'cancelled'))
      return { outcome: 'refused', refusal }
    if (plan.kind === 'unchanged') {
      await attempt.keep({ version: loaded.note.version })
      const { note, events } = loaded
      const position = events.at(-1)?.position ?? ''
      return { outcome: 'unchanged', note, document: plan.current, position, replayed: keptAnswer !== null }
    }
    const kept = await makeVersion(cases, plan.version, [loaded])
    const document = { ...kept.version, note_version: loaded.note.version }
    const changed = await recordVersion(cases, caller, noteId, document, commandId)
    await settleFile(cases, kept, changed)
    const answer = issuedAnswer(changed)
    if (!isTaken(answer) || tries === MOST_TRIES) return answer
  }
}

/** The answer that follows from what was recorded. */
export function issuedAnswer(changed: Changed): Issuing {
  if (changed.outcome === 'stale') return { outcome: 'conflict' }
  if (changed.outcome !== 'accepted') return changed
  const { note, position, replayed } = changed
  const issued = issuedBy(changed)
  const document = note.documents.findLast(({ sha256 }) => sha256 === issued?.sha256)
  return document ? { outcome: 'issued', note, document, position, replayed } : { outcome: 'conflict' }
}

/** What stands in the way is found before anything is rendered; the size and the hash of the file play no part in it. */
export async function refusalOf(
  note: Note,
  { documentId, before: _, ...planned }: PlannedVersion,
  { clock = () => new Date(), admit }: DocumentUseCases,
): Promise<Refusal | undefined> {
  const unknown = { sha256: '', bytes: 0, template: '', created_at: '', modified_at: '' }
  const document = { document_id: documentId, note_version: note.version, ...planned, ...unknown }
  const commands = [{ type: 'issue_document', ...document }] as const
  const commit = committing(NO_KEYS)
  const decision = decide(note, commands, { now: clock().toISOString(), hash: contentHash, commit })
  if (!decision.ok) return decision.refusal
  return admit?.({ company: actingFor(note.company_id), commands })
}

function isTaken(changed: Issuing): boolean {
  return changed.outcome === 'refused' && changed.refusal.code === 'document_version_taken'
}

/** The answer to a command that a note has on record. */
export function issuedBefore({ note, events }: LoadedNote, commandId: string): IssuedAnswer | undefined {
  const at = events.findIndex(({ metadata }) => metadata.command_id === commandId)
  const event = events[at]
  if (!event) return undefined
  const document = note.documents.find(({ issued_at_version }) => issued_at_version === at + 1)
  return document && { outcome: 'issued', note, document, position: event.position, replayed: true }
}

/** The documents of a note whose addresses are closed. */
export async function closedDocuments(
  { pool }: Pick<DocumentUseCases, 'pool'>,
  { company_id, documents }: Note,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(documents.map(({ document_id }) => document_id))]
  const links = await inspectionLinks(pool, actingFor(company_id), ids)
  return new Set(ids.filter((id) => links.get(id)?.closed_at))
}
