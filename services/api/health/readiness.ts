import { type Look, sharedLook } from '@ecmr/process'
import type { ApiDependencies } from '../dependencies.js'

/** What commands cannot be accepted without. */
export type Essential = 'PostgreSQL' | 'The event log' | 'The tables'

/** Looks at what commands cannot be accepted without. */
export function readinessOf({
  pool,
  store,
  tables,
}: Pick<ApiDependencies, 'pool' | 'store' | 'tables'>): Look<Essential> {
  return sharedLook<Essential>({
    PostgreSQL: () => pool.query('select 1'),
    'The event log': () => store.head(),
    'The tables': async () => tables?.check(),
  })
}
