import { type EventStore, START } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { LeafEvent } from '../evidence.js'
import { appendLeaves } from './append-leaves.js'
import { readLeaves } from './read-leaves.js'
import type { SealedTree } from './sealed-tree.js'

/** Events are read in pages of at most so many. */
export const PAGE_SIZE = 8_192

type Log = Pick<EventStore, 'readAll' | 'readHashes'>

/**
 * Brings a tree up to the end of the log. It may be called again at any time, as after a hint that there is news.
 *
 * @param options.tree as `sealedTree` or the call before gave it
 * @param options.onProgress called with the tree after every page
 * @returns the tree at the end of the log, or where the signal has ended it
 * @throws as `appendLeaves`; StoreUnavailable
 */
export async function catchUp(options: {
  readonly pool: Pool
  readonly store: Log
  readonly tree: SealedTree
  readonly signal: AbortSignal
  readonly onProgress?: (tree: SealedTree) => void
}): Promise<SealedTree> {
  const { pool, store, signal, onProgress } = options
  let { tree } = options
  for await (const page of pagesAfter(store, tree.last?.position ?? START, signal)) {
    tree = await appendLeaves(pool, tree, page)
    onProgress?.(tree)
  }
  return tree
}

/** The log's events after a position, page by page; the next one is on its way while the last one is worked on. */
export async function* pagesAfter(
  store: Log,
  after: string,
  signal: AbortSignal,
): AsyncGenerator<readonly LeafEvent[], void, void> {
  const read = (position: string): Promise<readonly LeafEvent[]> => {
    const page = readLeaves(store, { after: position, limit: PAGE_SIZE })
    // It may fail while the page before is worked on.
    page.catch(() => undefined)
    return page
  }
  let page = await read(after)
  for (let last = page.at(-1); last && !signal.aborted; last = page.at(-1)) {
    const next = read(last.position)
    yield page
    page = await next
  }
}
