import { type FreshReads as Reads, freshReads as readsOf } from '@ecmr/read-models'
import type { PanelDependencies } from './dependencies.js'

/** Lets pages see what has been written before they were asked for. */
export interface FreshReads extends Pick<Reads, 'log'> {
  /**
   * Waits until a projection has passed everything that was in the log when this was called. False after two seconds,
   * and while the log is away: the page is shown all the same, and says that it may be behind.
   */
  waitFor(projection: 'list' | 'tracking' | 'history'): Promise<boolean>
}

export function freshReads({ store, positions }: Pick<PanelDependencies, 'store' | 'positions'>): FreshReads {
  const reads = readsOf({ store, positions })
  return { log: reads.log, waitFor: async (projection) => (await reads.of(projection)).isFresh }
}
