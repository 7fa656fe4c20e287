import type { EcmrRecord, Language, ReadOnlyMembers } from '@ecmr/contract'
import {
  type Access,
  accessOf,
  type CompanyId,
  currentDocument,
  dataForOthers,
  isTestCompany,
  type Note,
  noteFor,
  parseEcmrNumber,
  statusLabel,
} from '@ecmr/domain'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import { noteIdByNumber, recordedNote } from '@ecmr/read-models'
import type { Pool } from 'pg'
import type { FreshReads } from '../freshness/fresh-reads.js'
import { complianceOf } from './compliance-of.js'
import { type LoadedNote, loadNote } from './note-history.js'

/**
 * A note as answers show it.
 *
 * @param documentUrl address of its current document, see `documentUrlOf`
 */
export function recordOf(
  note: Note,
  language: Language,
  siteUrl: string,
  documentUrl: string | null = null,
): EcmrRecord {
  // Spreading this many members in a literal makes V8 fall back to a slow kind of object; assigning does not. It is a
  // tenth of the price, for the object and again for writing it out.
  return Object.assign(readOnlyMembers(note, language, siteUrl, documentUrl), note.fields)
}

function readOnlyMembers(
  note: Note,
  language: Language,
  siteUrl: string,
  documentUrl: string | null,
): ReadOnlyMembers & Pick<EcmrRecord, 'metadata'> {
  const members: ReturnType<typeof readOnlyMembers> = {
    id: note.id,
    ecmr_number: note.ecmr_number,
    livemode: !isTestCompany(note.company_id),
    status: note.status,
    status_label: statusLabel(note.status, language),
    version: note.version,
    created_at: note.created_at,
    updated_at: note.updated_at,
    cancelled: note.cancelled_at !== undefined,
    signatures: note.signatures,
    reservations: note.reservations,
    incidents: note.incidents,
    compliance: complianceOf(note, language),
    document: documentOf(note, documentUrl),
    tracking_url: trackingUrl(siteUrl, note.ecmr_number),
    metadata: note.metadata,
  }
  if (note.taken_over_at !== undefined) members.taken_over_at = note.taken_over_at
  if (note.taken_over_recorded_at !== undefined) members.taken_over_recorded_at = note.taken_over_recorded_at
  if (note.delivered_at !== undefined) members.delivered_at = note.delivered_at
  if (note.delivery_recorded_at !== undefined) members.delivery_recorded_at = note.delivery_recorded_at
  if (note.unsigned_reason !== undefined) members.unsigned_reason = note.unsigned_reason
  if (note.reverted_deliveries !== undefined) members.reverted_deliveries = note.reverted_deliveries
  if (note.cancelled_at !== undefined) members.cancelled_at = note.cancelled_at
  if (note.cancel_reason !== undefined) members.cancel_reason = note.cancel_reason
  return members
}

function documentOf(note: Note, url: string | null): EcmrRecord['document'] {
  const current = currentDocument(note)
  if (!current) return null
  const { n, kind, version, sha256 } = current
  return { n, kind, version, sha256, url }
}

/** Where people follow a shipment. */
export function trackingUrl(siteUrl: string, ecmrNumber: string): string {
  return `${siteUrl}/seguimiento/${ecmrNumber}`
}

/** The id of the note that a stream is about. */
export function noteIdOf(stream: string): string {
  return stream.slice('ecmr-'.length)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * What cannot be answered with a note: `not_found` stands for what is unknown, malformed or another company's;
 * `not_yet_known` for what was not found while the read models are behind.
 */
export type NotFound = { readonly outcome: 'not_found' | 'not_yet_known' }

export type NoteIdFound = { readonly outcome: 'found'; readonly id: string } | NotFound

/** The id of a note, the company's own or shared with it, that is named by its id or its number. An id is not checked. */
export async function findNoteId(
  { pool, reads }: { readonly pool: Pool; readonly reads: Pick<FreshReads, 'waitFor'> },
  company: CompanyId,
  named: string,
): Promise<NoteIdFound> {
  if (UUID.test(named)) return { outcome: 'found', id: named.toLowerCase() }
  const number = parseEcmrNumber(named)
  if (number === undefined) return { outcome: 'not_found' }
  const isFresh = await reads.waitFor('list')
  const own = await noteIdByNumber(pool, company, number)
  if (own !== undefined) return { outcome: 'found', id: own }
  const isSharedKnown = await reads.waitFor('shares')
  const id = await noteIdByNumber(pool, company, number)
  if (id !== undefined) return { outcome: 'found', id }
  return { outcome: isFresh && isSharedKnown ? 'not_found' : 'not_yet_known' }
}

export type NoteRead =
  | {
      readonly outcome: 'found'
      readonly note: Note
      readonly events: readonly RecordedEvent[]
      readonly access: Access
      /** the log is away and the note comes from its history: the latest changes may be missing */
      readonly behind: boolean
    }
  | NotFound

/**
 * A note that a company has access to (see `accessOf`), by its id or number, with its events, folded from its own stream, so never stale; while the event log
 * is away, from its history.
 *
 * @param cases.load loads a note as it is now, see `recentNotes`; absent: from its whole stream
 * @param options.asOf only events recorded until this instant (RFC 3339, UTC, milliseconds)
 */
export async function readNote(
  cases: {
    readonly store: Pick<EventStore, 'readStream'>
    readonly pool: Pool
    readonly reads: Pick<FreshReads, 'waitFor' | 'log' | 'without'>
    readonly load?: (id: string) => Promise<LoadedNote | null>
  },
  company: CompanyId,
  named: string,
  options: { readonly asOf?: string } = {},
): Promise<NoteRead> {
  const { store, pool, reads, load } = cases
  const found = await findNoteId(cases, company, named)
  if (found.outcome !== 'found') return found
  const read = await reads.log.read(() =>
    load && options.asOf === undefined ? load(found.id) : loadNote(store, found.id, options),
  )
  if (read === undefined) {
    await reads.without('history')
    const kept = await recordedNote(pool, found.id, options)
    const access = kept && accessOf(kept.note, company)
    return access
      ? { outcome: 'found', ...seenWith(access, kept), behind: true }
      : { outcome: 'not_yet_known' }
  }
  const access = await accessNow(cases, company, found.id, read.value, options)
  if (access === undefined || !read.value) return { outcome: 'not_found' }
  return { outcome: 'found', ...seenWith(access, read.value), behind: false }
}

/** Of the past, who may see it is decided as of now: what was shared since shows it all, what was revoked nothing. */
async function accessNow(
  { store }: { readonly store: Pick<EventStore, 'readStream'> },
  company: CompanyId,
  id: string,
  read: LoadedNote | null,
  { asOf }: { readonly asOf?: string },
): Promise<Access | undefined> {
  if (!read) return undefined
  if (asOf === undefined || read.note.company_id === company) return accessOf(read.note, company)
  const now = await loadNote(store, id)
  return now ? accessOf(now.note, company) : undefined
}

/** What a company sees that has this access: of a note that is shared with it, not the bookkeeping of its own company. */
function seenWith(access: Access, { note, events }: LoadedNote): LoadedNote & { readonly access: Access } {
  if (access.kind === 'own') return { note, events, access }
  const seen = events.map((event) => ({ ...event, data: dataForOthers(event.type, event.data) }))
  return { note: noteFor(note, access), events: seen, access }
}
