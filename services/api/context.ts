import type { Look } from '@ecmr/runtime'
import type { ApiDependencies } from './dependencies.js'
import { type FreshReads, freshReads } from './fresh-reads/fresh-reads.js'
import { type Essential, readinessOf } from './health/readiness.js'
import { type Claims, idempotencyClaims } from './idempotency/claims.js'

/** What routes work with: the dependencies, and what one api process makes of them for all its routes. */
export interface ApiContext extends ApiDependencies {
  readonly claims: Claims
  readonly reads: FreshReads
  readonly readiness: Look<Essential>
}

export function contextOf(dependencies: ApiDependencies): ApiContext {
  return {
    ...dependencies,
    claims: idempotencyClaims(dependencies.pool),
    reads: freshReads(dependencies),
    readiness: readinessOf(dependencies),
  }
}
