import { type EventStore, START } from '@ecmr/event-store'
import { rootOf } from '../tree/prove.js'
import { leafHashOf } from './append-leaves.js'
import { pagesAfter } from './catch-up.js'
import { type Edge, EMPTY_EDGE, grow } from './grow.js'

/**
 * The root over the first `size` events of a log, computed from the log alone, in constant memory.
 *
 * @returns undefined when the log holds fewer
 * @throws StoreUnavailable; the signal's reason when it aborts
 */
export async function rootOfLog(options: {
  readonly store: Pick<EventStore, 'readAll' | 'readHashes'>
  readonly size: number
  readonly signal: AbortSignal
  readonly onProgress?: (leaves: number) => void
}): Promise<Uint8Array | undefined> {
  const { store, size, signal, onProgress } = options
  let edge = EMPTY_EDGE
  if (size > 0)
    for await (const page of pagesAfter(store, START, signal)) {
      edge = grow(edge, page.slice(0, size - edge.size).map(leafHashOf)).edge
      onProgress?.(edge.size)
      if (edge.size === size) break
    }
  signal.throwIfAborted()
  return edge.size === size ? rootOfEdge(edge) : undefined
}

/** The root takes whole subtrees only, and those lie in the last tiles of the levels. */
async function rootOfEdge({ size, open }: Edge): Promise<Uint8Array> {
  return rootOf(size, async (level) => open[level] ?? new Uint8Array())
}
