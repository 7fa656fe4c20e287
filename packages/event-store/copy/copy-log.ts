import type { Position } from '../port.js'
import type { BrokenEvent } from '../verify/report.js'
import { appendPage, checkStorable } from './append-page.js'
import { findEnd, hiddenEvent } from './compare.js'
import { BEGINNING, type Mark, nextMark, stillHolds } from './mark.js'
import { type CopiedStore, verifyCopy } from './verify-copy.js'

/** What copying is doing: looking how much is there already, appending what is not, proving that all is as it was. */
export type CopyPhase = 'compare' | 'copy' | 'verify'

/** Where the marks of a copy are kept between two runs. */
export interface CopyMarks {
  load(name: 'copied' | 'verified'): Promise<Mark | undefined>
  save(name: 'copied' | 'verified', mark: Mark): Promise<void>
}

export interface CopyOptions {
  readonly source: CopiedStore
  readonly target: CopiedStore
  readonly marks: CopyMarks
  /** Looks what there is to do, and whether it could be done; changes nothing. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
  /** called with how many events of the log are done with in a phase, from its first event on */
  readonly onProgress?: (phase: CopyPhase, events: number) => void
}

export interface CopyReport {
  /** the copy is as the log was, and its hash chains hold */
  readonly ok: boolean
  /** events of the copy that are those of the log */
  readonly events: number
  /** how many of them this run appended; of a dry run, would have */
  readonly copied: number
  /** how many this run verified; earlier runs have verified the ones before */
  readonly verified: number
  readonly broken: readonly BrokenEvent[]
  /** up to here the logs are alike */
  readonly mark: Mark
}

const PAGE_SIZE = 1_000

/**
 * Copies a log into another store, event by event in its order, with ids, data and metadata as they are, and proves
 * that the copy is the log. What is written to the log after it has begun is left to the next run.
 *
 * It may be broken off at any point, kill -9 included: the next run finds how much there is, holds that against the
 * log, and goes on. A target that was emptied meanwhile is filled anew.
 *
 * @throws LogsDiffer when the target holds something else than a beginning of the log; EventNotStorable when it cannot
 *   take an event; StoreUnavailable; the signal's reason when it aborts
 */
export async function copyLog(options: CopyOptions): Promise<CopyReport> {
  const { marks, dryRun = false } = options
  const upTo = await options.source.head()
  const proven = await lastMark(options, 'verified')
  const copiedBefore = await lastMark(options, 'copied')
  const known = copiedBefore.events > proven.events ? copiedBefore : proven
  const there = await findEnd({
    ...options,
    from: known,
    onProgress: ({ events }) => options.onProgress?.('compare', events),
  })
  if (dryRun)
    return { ...nothing, events: there.events, copied: await countRest(options, there, upTo), mark: there }
  const copied = await copyRest(options, there, upTo)
  const { report, mark } = await verifyCopy({
    ...options,
    from: proven,
    onProgress: ({ events }) => options.onProgress?.('verify', events),
  })
  if (mark.source !== copied.source) throw hiddenEvent(copied)
  if (report.ok) await marks.save('verified', mark)
  return {
    ok: report.ok,
    events: mark.events,
    copied: copied.events - there.events,
    verified: report.events,
    broken: report.broken,
    mark,
  }
}

const nothing = { ok: true, verified: 0, broken: [] }

/** A mark of an earlier run; the beginning when one of the logs was emptied since, even if it is filled again. */
async function lastMark(
  { source, target, marks, dryRun = false }: CopyOptions,
  name: 'copied' | 'verified',
): Promise<Mark> {
  const mark = (await marks.load(name)) ?? BEGINNING
  if (await stillHolds(mark, source, target)) return mark
  if (!dryRun) await marks.save(name, BEGINNING)
  return BEGINNING
}

async function copyRest(options: CopyOptions, from: Mark, upTo: Position): Promise<Mark> {
  const { target, marks, signal, onProgress } = options
  let mark = from
  for await (const page of rest(options, from, upTo)) {
    for await (const next of appendPage(target, mark, page, signal)) {
      mark = next
      onProgress?.('copy', mark.events)
      signal?.throwIfAborted()
    }
    await marks.save('copied', mark)
  }
  return mark
}

async function countRest(options: CopyOptions, from: Mark, upTo: Position): Promise<number> {
  let mark = from
  for await (const page of rest(options, from, upTo)) {
    checkStorable(page)
    for (const event of page) mark = nextMark(mark, event, mark.target)
    options.onProgress?.('copy', mark.events)
  }
  return mark.events - from.events
}

/** What the log holds after a mark, page by page; the next one is on its way while the last one is worked on. */
async function* rest({ source, signal }: CopyOptions, from: Mark, upTo: Position) {
  const read = (after: Position): ReturnType<CopiedStore['readAll']> => {
    const page = after < upTo ? source.readAll({ after, limit: PAGE_SIZE }) : Promise.resolve([])
    page.catch(() => undefined)
    return page
  }
  let next = read(from.source)
  for (let page = await next; page.length > 0; page = await next) {
    signal?.throwIfAborted()
    const events = page.filter(({ position }) => position <= upTo)
    next = read(page.at(-1)?.position ?? upTo)
    if (events.length > 0) yield events
  }
}
