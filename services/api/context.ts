import { type FreshReads, freshReads, type Idempotency, idempotency } from '@ecmr/application'
import type { Look } from '@ecmr/runtime'
import { type CommandNeed, commandReadiness } from '@ecmr/web'
import type { ApiDependencies } from './dependencies.js'

/** What routes work with: the dependencies, and what one api process makes of them for all its routes. */
export interface ApiContext extends ApiDependencies {
  readonly idempotency: Idempotency
  readonly reads: FreshReads
  readonly readiness: Look<CommandNeed>
}

export function contextOf(dependencies: ApiDependencies): ApiContext {
  return {
    ...dependencies,
    idempotency: idempotency(dependencies.pool),
    reads: freshReads(dependencies),
    readiness: commandReadiness(dependencies),
  }
}
