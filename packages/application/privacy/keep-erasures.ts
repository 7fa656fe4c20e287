import { actingFor, liveDocuments, isOutdated, type Note, type PersonalCategory } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import { reclaimDestroyedKeys } from '@ecmr/personal-data'
import { sleep, throttled } from '@ecmr/runtime'
import type { ObjectStorage } from '@ecmr/storage'
import { v5 as uuidv5 } from 'uuid'
import { eraseAttachments } from '../attachments/erase-attachments.js'
import { removeDocumentFile } from '../attachments/files-table.js'
import { loadNote } from '../notes/note-history.js'
import { destroyValues, erasePersonalData, type PrivacyUseCases } from './erase-personal-data.js'
import {
  LOOKED_AT_EVERY_S,
  LOOKS,
  openErasures,
  type RecordedErasure,
  reopenErasures,
  takeUpErasures,
  touchErasure,
} from './erasure-table.js'

const PAUSE_MS = 1_000
const TAKEN = 100

export interface KeepingErasures extends PrivacyUseCases {
  /** the log with personal values in clear */
  readonly store: Pick<EventStore, 'readStream'>
  readonly storage: Pick<ObjectStorage, 'remove'>
  /** takes values out of the copies that other packages keep of events, by their ids */
  readonly eraseCopies: (
    eventIds: readonly string[],
    categories: readonly PersonalCategory[],
  ) => Promise<void>
  readonly signal: AbortSignal
  /** how long an erasure rests between two looks at it, seconds */
  readonly restS?: number
  /** a pino logger fits */
  readonly log: { warn(fields: object, message: string): void }
  readonly metrics?: { carriedOut(): void; failed(): void }
}

/**
 * Carries out the erasures that the log tells of, until the signal aborts: destroys keys that still exist, takes values out of
 * copies, and removes the files of attachments, and of documents once others have taken their place. An erasure that waited is asked for when it
 * is due. Meant for one process at a time; two at once waste work and do no harm.
 */
export async function keepErasures(options: KeepingErasures): Promise<void> {
  const { pool, signal, log } = options
  const warn = throttled((err) => log.warn({ err }, 'personal data cannot be erased for now'))
  while (!signal.aborted) {
    try {
      await takeUpErasures(pool)
      await reopenErasures(pool)
      const erasures = await openErasures(pool, { limit: TAKEN, restS: options.restS ?? LOOKED_AT_EVERY_S })
      for (const erasure of erasures) if (!signal.aborted) await tryErasure(options, erasure, warn)
      if (erasures.length > 0) await reclaimDestroyedKeys(pool)
      if (erasures.length === TAKEN) continue
    } catch (error) {
      warn(asError(error))
    }
    await sleep(PAUSE_MS, signal)
  }
}

async function tryErasure(
  options: KeepingErasures,
  erasure: RecordedErasure,
  warn: (error: Error) => void,
): Promise<void> {
  const isWaiting = erasure.data.due !== undefined
  try {
    const isDone = isWaiting ? await askAgain(options, erasure) : await carryOut(options, erasure)
    await touchErasure(options.pool, erasure.event_id, isDone)
    if (isDone) options.metrics?.carriedOut()
  } catch (error) {
    await touchErasure(options.pool, erasure.event_id, false)
    options.metrics?.failed()
    warn(asError(error))
  }
}

/** An erasure has become due: it is decided anew, since another duty may have begun. */
async function askAgain(
  options: KeepingErasures,
  { event_id, note_id: noteId, company_id, data }: RecordedErasure,
): Promise<boolean> {
  const { categories, reason, by } = data
  const actor = { kind: 'system', id: 'privacy', company_id } as const
  const caller = { company: actingFor(company_id), actor, correlationId: event_id }
  const commandId = uuidv5('due', event_id)
  const { outcome } = await erasePersonalData(options, caller, { noteId, categories, reason, by, commandId })
  return outcome !== 'refused' && outcome !== 'conflict'
}

/** @returns whether nothing is left to be done */
async function carryOut(
  options: KeepingErasures,
  { note_id, revision, data, recorded_at }: RecordedErasure,
): Promise<boolean> {
  await destroyValues(options, note_id, data)
  const found = await loadNote(options.store, note_id)
  if (!found) return true
  const before = found.events.filter((event) => event.revision < revision)
  await options.eraseCopies(
    before.map(({ id }) => id),
    data.categories,
  )
  await eraseAttachments(options.pool, options.storage, found.note)
  const areReplaced = await removeFiles(options, found.note, revision)
  const { restS = LOOKED_AT_EVERY_S } = options
  return areReplaced && Date.now() - recorded_at.getTime() > restS * (LOOKS - 1) * 1_000
}

/** Removes the files that show the note before an erasure, once all documents have a version that shows it afterwards. */
async function removeFiles(
  { pool, storage, store }: Pick<KeepingErasures, 'pool' | 'storage' | 'store'>,
  note: Note,
  revision: number,
): Promise<boolean> {
  if (liveDocuments(note).some((document) => isOutdated(note, document))) return false
  const files = [...note.documents, ...(await shownElsewhere(store, note))]
  const later = files.filter(({ note_version }) => note_version > revision)
  const kept = new Set(later.map(({ sha256 }) => sha256))
  for (const { sha256 } of files) if (!kept.has(sha256)) await removeDocumentFile(pool, storage, sha256)
  return true
}

/**
 * The versions of a note's documents for several notes, as the other notes have them: a version that was being made while this one was
 * erased is refused here, and may be recorded there.
 */
async function shownElsewhere(
  store: KeepingErasures['store'],
  { id, documents }: Note,
): Promise<readonly { readonly sha256: string; readonly note_version: number }[]> {
  const joint = documents.filter(({ notes }) => notes !== undefined)
  const documentIds = new Set(joint.map(({ document_id }) => document_id))
  const others = new Set(joint.flatMap(({ notes = [] }) => notes.map(({ ecmr_id }) => ecmr_id)))
  others.delete(id)
  const shown: { readonly sha256: string; readonly note_version: number }[] = []
  for (const other of others) {
    const versions = (await loadNote(store, other))?.note.documents ?? []
    for (const { document_id, sha256, notes } of versions) {
      const own = documentIds.has(document_id) ? notes?.find(({ ecmr_id }) => ecmr_id === id) : undefined
      if (own) shown.push({ sha256, note_version: own.note_version })
    }
  }
  return shown
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
