import { type OutdatedNote, outdatedNotes } from '@ecmr/read-models'
import { sleep, throttled } from '@ecmr/runtime'
import { bringUpToDate, completeJointDocuments } from './bring-up-to-date.js'
import type { DocumentUseCases } from './document-cases.js'
import { RestingNotes } from './resting-notes.js'

/** Events of so long share a version; the next one is at its address within five seconds of the first of them. */
const GATHERED_MS = 3_000
const PAUSE_MS = 500
const TAKEN = 20
const AT_ONCE = 4
const COMPLETED_EVERY_MS = 30_000

/** What the worker does, for metrics. */
export interface CurrentDocumentsMetrics {
  issued(count: number): void
  failed(): void
  /** notes whose documents could not be brought up to date and are tried again */
  waiting(notes: number): void
}

export interface KeepingCurrent extends DocumentUseCases {
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: { warn(fields: object, message: string): void }
  readonly metrics?: CurrentDocumentsMetrics
  /** how long changes are gathered, milliseconds */
  readonly gatheredMs?: number
}

/**
 * Issues the next version of each document whose note has changed, until the signal aborts. What fails is tried again later, and
 * stands in no other's way. Meant for one process at a time; two at once waste work and do no harm.
 */
export async function keepDocumentsCurrent(options: KeepingCurrent): Promise<void> {
  const { signal, metrics } = options
  const resting = new RestingNotes()
  const warn = throttled((err) => options.log.warn({ err }, 'a document cannot be brought up to date'))
  let completed = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    const isDue = performance.now() - completed > COMPLETED_EVERY_MS
    if (isDue) completed = performance.now()
    try {
      if (isDue) await completeJointDocuments(options).catch((error) => warn(asError(error)))
      const isMore = await takeTurn(options, resting, warn)
      if (isMore) continue
    } catch (error) {
      warn(asError(error))
    }
    metrics?.waiting(resting.failed)
    await sleep(PAUSE_MS, signal)
  }
}

/** Some notes of each company in turn; whether there are more. */
async function takeTurn(
  options: KeepingCurrent,
  resting: RestingNotes,
  warn: (error: Error) => void,
): Promise<boolean> {
  const { pool, signal, gatheredMs = GATHERED_MS } = options
  const before = new Date(Date.now() - gatheredMs)
  const notes = [...(await outdatedNotes(pool, before, { limit: TAKEN, except: resting.resting() }))]
  const isMore = notes.length === TAKEN
  const line = async (): Promise<void> => {
    for (let note = notes.shift(); note && !signal.aborted; note = notes.shift())
      await tryNote(options, note, resting, warn)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  return isMore
}

async function tryNote(
  options: KeepingCurrent,
  { ecmr_id, company_id }: OutdatedNote,
  resting: RestingNotes,
  warn: (error: Error) => void,
): Promise<void> {
  try {
    const issued = await bringUpToDate(options, ecmr_id, company_id)
    options.metrics?.issued(issued)
    resting.add(ecmr_id, false)
  } catch (error) {
    resting.add(ecmr_id, true)
    options.metrics?.failed()
    warn(asError(error))
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
