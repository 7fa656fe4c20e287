import { type Look, sharedLook } from '@ecmr/runtime'
import type { ApiDependencies } from '../dependencies.js'

/** What commands cannot be accepted without. */
export type Essential = 'PostgreSQL' | 'The event log' | 'The tables' | 'The clock'

/** Looks at what commands cannot be accepted without. */
export function readinessOf({
  pool,
  store,
  tables,
  clockCheck,
  checkWrites,
}: Pick<ApiDependencies, 'pool' | 'store' | 'tables' | 'clockCheck' | 'checkWrites'>): Look<Essential> {
  return sharedLook<Essential>({
    PostgreSQL: () => pool.query('select 1'),
    'The event log': () => Promise.all([store.head(), checkWrites?.()]),
    'The tables': async () => tables?.check(),
    'The clock': async () => {
      const problem = clockCheck?.problem()
      if (problem !== undefined) throw new Error(problem)
    },
  })
}
