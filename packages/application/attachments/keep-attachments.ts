import { type Note, retainUntil } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import { sleep, throttled } from '@ecmr/runtime'
import type { ObjectStorage } from '@ecmr/storage'
import type { Pool } from 'pg'
import { loadNote } from '../notes/note-history.js'
import {
  discardFile,
  dueFiles,
  forgetFile,
  keepNamed,
  lookAgain,
  type NamedFile,
  removeFile,
  type UnrecordedFile,
} from './files-table.js'

const PAUSE_MS = 60_000
const TAKEN = 100
const DAY_MS = 86_400_000
const AFTER_FAULT_MS = 300_000

export interface KeepingAttachments {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'readStream'>
  readonly storage: Pick<ObjectStorage, 'remove'>
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly metrics?: { removed(why: RemovalCause): void; failed(): void }
  /** between two looks, milliseconds */
  readonly pauseMs?: number
}

/** Why bytes were removed: no event names them, they were withdrawn long ago, or personal data were erased. */
export type RemovalCause = 'not_recorded' | 'withdrawn' | 'erased'

/**
 * Looks after the bytes of attachments until the signal aborts: removes those of uploads and of documents that were never recorded, and of
 * attachments that were withdrawn and need not be kept any more. What the event log says decides. Meant for one process at a time; two at once waste
 * work and do no harm.
 */
export async function keepAttachments(options: KeepingAttachments): Promise<void> {
  const { signal, log, pauseMs = PAUSE_MS } = options
  const warn = throttled((err) => log.warn({ err }, 'bytes of attachments cannot be looked after for now'))
  while (!signal.aborted) {
    try {
      if ((await lookAtAttachments(options)) === TAKEN) continue
    } catch (error) {
      warn(error instanceof Error ? error : new Error(String(error)))
    }
    await sleep(pauseMs, signal)
  }
}

/** Looks at files that are due, and returns how many there were; 100 at most. */
export async function lookAtAttachments(options: Omit<KeepingAttachments, 'pauseMs'>): Promise<number> {
  const { pool, signal, log, metrics } = options
  const due = await dueFiles(pool, TAKEN)
  for (const file of due) {
    if (signal.aborted) return 0
    const { attachment_id, ecmr_id, document_id } = file
    try {
      if (document_id === null) await look(options, file)
      else await lookAtDocument(options, { ...file, document_id })
    } catch (err) {
      metrics?.failed()
      const which = document_id === null ? { attachment_id } : { document_id }
      log.warn({ err, ...which, ecmr_id }, 'the bytes of a file cannot be looked after')
      await lookAgain(pool, attachment_id, new Date(Date.now() + AFTER_FAULT_MS))
    }
  }
  return due.length
}

async function look(
  { pool, store, storage, log, metrics }: Omit<KeepingAttachments, 'pauseMs'>,
  file: NamedFile,
): Promise<void> {
  const { attachment_id, ecmr_id } = file
  const note = (await loadNote(store, ecmr_id))?.note
  const found = note?.attachments.find((one) => one.attachment_id === attachment_id)
  if (found && !found.erased && !found.withdrawn_at) return keepNamed(pool, [attachment_id])
  const until = note && found?.withdrawn_at && !found.erased ? keptUntil(note) : undefined
  if (until && until.getTime() > Date.now()) return lookAgain(pool, attachment_id, until)
  const why = found === undefined ? 'not_recorded' : found.erased ? 'erased' : 'withdrawn'
  const isGone = await removeFile(pool, storage, file)
  metrics?.removed(why)
  log.info({ attachment_id, ecmr_id, why, is_gone: isGone }, 'the bytes of an attachment were removed')
}

/** Looks at a document whose process died, or could not tell whether it was recorded. */
async function lookAtDocument(
  { pool, store, storage, log, metrics }: Omit<KeepingAttachments, 'pauseMs'>,
  file: UnrecordedFile,
): Promise<void> {
  const { sha256, ecmr_id, document_id } = file
  const note = (await loadNote(store, ecmr_id))?.note
  if (note?.documents.some((document) => document.sha256 === sha256)) return forgetFile(pool, file)
  const isGone = await discardFile(pool, storage, file)
  metrics?.removed('not_recorded')
  log.info(
    { document_id, ecmr_id, why: 'not_recorded', is_gone: isGone },
    'the file of a document was removed',
  )
}

/** While the goods are on their way nobody knows the day: it is asked again tomorrow. */
function keptUntil(note: Note): Date | undefined {
  if (note.cancelled_at !== undefined) return undefined
  const day = retainUntil(note)
  return day === null ? new Date(Date.now() + DAY_MS) : new Date(Date.parse(`${day}T00:00:00Z`) + 2 * DAY_MS)
}
