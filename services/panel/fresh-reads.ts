import type { PanelDependencies } from './dependencies.js'

const LONGEST_WAIT_MS = 2_000

/** Lets pages see what has been written before they were asked for. */
export interface FreshReads {
  /**
   * Waits until a projection has passed everything that was in the log when this was called. False after two seconds:
   * the page is shown all the same, and says that it may be behind.
   */
  waitFor(projection: 'list' | 'tracking' | 'history'): Promise<boolean>
}

export function freshReads({ store, positions }: Pick<PanelDependencies, 'store' | 'positions'>): FreshReads {
  return {
    waitFor: async (projection) => positions.waitFor([projection], await store.head(), LONGEST_WAIT_MS),
  }
}
