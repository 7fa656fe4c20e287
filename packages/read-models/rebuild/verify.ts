import type { RebuildOptions } from './rebuild.js'

/** A row that differs between the live read model and the log. */
export interface Difference {
  readonly projection: string
  readonly table: string
  /** the primary key's values */
  readonly key: readonly string[]
  readonly kind: 'missing' | 'unexpected' | 'different'
}

export interface VerifyReport {
  readonly ok: boolean
  readonly rows: number
  /** rows that differ, in all */
  readonly differing: number
  /** the first of them */
  readonly differences: readonly Difference[]
}

/** Rebuilds aside and compares every row with the live set, at the same position. */
export async function verifyProjections(options: Omit<RebuildOptions, 'dryRun'>): Promise<VerifyReport> {
  throw new Error(`not yet ${options.names}`)
}
