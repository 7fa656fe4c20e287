import type { DocumentLanguage } from '@ecmr/documents'
import {
  type EcmrFields,
  type IssuedDocument,
  isOutdated,
  liveDocuments,
  type Note,
  regimesOf,
} from '@ecmr/domain'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { Attempt, CommandKey } from '../idempotency/idempotency.js'
import type { Caller } from '../notes/change-note.js'
import { loadNote } from '../notes/note-history.js'
import { mustActAs } from '../permissions/permitted.js'
import type { DocumentUseCases } from './document-cases.js'
import { closedDocuments, type Issuing, issuedAnswer, issuedBefore, refusalOf } from './issue-document.js'
import { makeVersion } from './make-version.js'
import { languageOf, nextVersion, type PlannedVersion } from './plan-version.js'
import { recordForAll, recordForOthers } from './record-version.js'
import type { LoadedNote } from './version-input.js'

/** Why a note cannot stand in a document together with the first one. */
export type NotJoined = 'cancelled' | 'not_national' | 'shipper' | 'carrier'

export type JointIssuing =
  | Issuing
  | { readonly outcome: 'unknown_note'; readonly noteId: string }
  | { readonly outcome: 'not_joined'; readonly noteId: string; readonly reason: NotJoined }

/** So many notes are read at once. */
const AT_ONCE = 8

/**
 * Issues one control document for several notes with the same contracting shipper and carrier (BOE-A-2026-12784, sixth). It is
 * recorded in the stream of each; the first one decides, and what a crash has left out is completed by the worker that keeps
 * documents current.
 *
 * @param request.noteIds each once
 * @throws as `issueDocument`
 */
export async function issueJointDocument(
  cases: DocumentUseCases,
  caller: Caller,
  request: {
    readonly noteIds: readonly string[]
    readonly language?: DocumentLanguage | undefined
    readonly key?: CommandKey | undefined
  },
): Promise<JointIssuing> {
  mustActAs(caller, 'member')
  const work = (attempt: Attempt): Promise<JointIssuing> => issueOnce(cases, caller, request, attempt)
  const attempted = await cases.idempotency.run(caller.company, request.key, work)
  return attempted.ran ? attempted.answer : { outcome: attempted.outcome }
}

async function issueOnce(
  cases: DocumentUseCases,
  caller: Caller,
  request: { readonly noteIds: readonly string[]; readonly language?: DocumentLanguage | undefined },
  { commandId }: Attempt,
): Promise<JointIssuing> {
  const commandOf = (noteId: string): string => uuidv5(noteId, commandId)
  const notes = await loadNotes(cases, caller, request.noteIds)
  if (!Array.isArray(notes)) return { outcome: 'unknown_note', noteId: notes.unknown }
  const [first] = notes
  if (!first) throw new Error('a document is for one note at least')
  const repeated = issuedBefore(first, commandOf(first.note.id))
  if (repeated) {
    await recordForOthers(cases, caller, repeated.document, request.noteIds.slice(1), commandOf)
    return repeated
  }
  const apart = notes.map(({ note }) => ({ noteId: note.id, reason: whyApart(first.note, note) }))
  for (const { noteId, reason } of apart) if (reason) return { outcome: 'not_joined', noteId, reason }
  const closed = await closedDocuments(cases, first.note)
  const planned = planJoint(notes, request.language, closed)
  if ('current' in planned) {
    const position = first.events.at(-1)?.position ?? ''
    return { outcome: 'unchanged', note: first.note, document: planned.current, position, replayed: false }
  }
  for (const { note } of notes) {
    const refusal = await refusalOf(note, planned, cases)
    if (refusal) return { outcome: 'refused', refusal }
  }
  const kept = await makeVersion(cases, planned, notes)
  const recorded = await recordForAll(cases, caller, { kept, notes }, commandOf)
  return issuedAnswer(recorded.first)
}

/** The company's notes in the order of their ids' list, or the first id that names none. */
export async function loadNotes(
  { store }: Pick<DocumentUseCases, 'store'>,
  { company }: Pick<Caller, 'company'>,
  noteIds: readonly string[],
): Promise<LoadedNote[] | { readonly unknown: string }> {
  const notes: LoadedNote[] = []
  for (let at = 0; at < noteIds.length; at += AT_ONCE) {
    const ids = noteIds.slice(at, at + AT_ONCE)
    const loaded = await Promise.all(ids.map((id) => loadNote(store, id)))
    for (const [index, one] of loaded.entries()) {
      if (one?.note.company_id !== company) return { unknown: ids[index] ?? '' }
      notes.push(one)
    }
  }
  return notes
}

function planJoint(
  notes: readonly LoadedNote[],
  wanted: DocumentLanguage | undefined,
  closed: ReadonlySet<string>,
): PlannedVersion | { readonly current: IssuedDocument } {
  const [first] = notes
  if (!first) throw new Error('a document is for one note at least')
  const current = liveDocuments(first.note).find(
    (document) => isFor(document, notes) && !closed.has(document.document_id),
  )
  const language = wanted ?? current?.language ?? languageOf(first.note)
  if (!current) return { documentId: uuidv7(), kind: 'deca', language, version: 1 }
  const isCurrent = notes.every(({ note }) => {
    const own = note.documents.findLast(({ document_id }) => document_id === current.document_id)
    return own !== undefined && !isOutdated(note, own)
  })
  return isCurrent && language === current.language ? { current } : { ...nextVersion(current), language }
}

/** Whether a document is for exactly these notes. A document for one note is one of the usual kind. */
function isFor({ kind, notes: stated }: IssuedDocument, notes: readonly LoadedNote[]): boolean {
  if (kind !== 'deca') return false
  const ids = new Set(stated?.map(({ ecmr_id }) => ecmr_id))
  return (
    ids.size === (notes.length === 1 ? 0 : notes.length) &&
    (ids.size === 0 || notes.every(({ note }) => ids.has(note.id)))
  )
}

function whyApart(first: Note, note: Note): NotJoined | undefined {
  if (note.cancelled_at !== undefined) return 'cancelled'
  if (regimesOf(note.fields).deca !== 'yes') return 'not_national'
  if (!isSame(shipperOf(first.fields), shipperOf(note.fields))) return 'shipper'
  return isSame(carrierOf(first.fields), carrierOf(note.fields)) ? undefined : 'carrier'
}

interface Named {
  readonly name: string | undefined
  readonly taxId: string | undefined
}

/** The contracting shipper is the sender unless another is named. */
function shipperOf(fields: EcmrFields): Named {
  return fields.contractual_shipper_company_name === undefined &&
    fields.contractual_shipper_tax_id === undefined
    ? { name: fields.sender_company_name, taxId: fields.sender_tax_id }
    : { name: fields.contractual_shipper_company_name, taxId: fields.contractual_shipper_tax_id }
}

function carrierOf(fields: EcmrFields): Named {
  return { name: fields.carrier_company_name, taxId: fields.carrier_tax_id }
}

function isSame(one: Named, other: Named): boolean {
  if (one.taxId !== undefined && other.taxId !== undefined) return plainId(one.taxId) === plainId(other.taxId)
  return plainName(one.name) === plainName(other.name)
}

const plainId = (id: string): string => id.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const plainName = (name = ''): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
