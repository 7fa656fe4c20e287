import type { EventStore } from '../port.js'
import type { VerifyReport } from '../verify/report.js'
import { verifyLog } from '../verify/verify-log.js'
import { comparePage } from './compare.js'
import type { Mark } from './mark.js'

/** The parts of a store that copying takes. */
export type CopiedStore = Pick<
  EventStore,
  | 'append'
  | 'appendInOrder'
  | 'readAll'
  | 'readStream'
  | 'head'
  | 'nextPosition'
  | 'previousPosition'
  | 'readChain'
>

/**
 * Proves that a copy is the log: the hash of each of its events is computed anew from what the copy holds, each is
 * linked to the one before it in its stream, and each is the event that stands at the same place in the log. So every
 * stream has the same end, both logs have the same number of events, and these have the same order.
 *
 * @param options.from up to here it has been proven before
 * @throws LogsDiffer naming the first event that is another one in the log
 */
export async function verifyCopy(options: {
  readonly source: Pick<EventStore, 'readAll'>
  readonly target: Omit<CopiedStore, 'append' | 'head'>
  readonly from: Mark
  readonly signal?: AbortSignal
  readonly onProgress?: (mark: Mark) => void
}): Promise<{ readonly report: VerifyReport; readonly mark: Mark }> {
  const { source, target, from, signal, onProgress } = options
  let mark = from
  const alongside: Parameters<typeof verifyLog>[0]['store'] = {
    ...(target.nextPosition && { nextPosition: target.nextPosition }),
    ...(target.readChain && { readChain: target.readChain }),
    readStream: (stream, range) => target.readStream(stream, range),
    async readAll(range) {
      const page = await target.readAll(range)
      mark = await comparePage(source, mark, page)
      onProgress?.(mark)
      return page
    },
  }
  const report = await verifyLog({ store: alongside, after: from.target, ...(signal && { signal }) })
  return { report, mark }
}
