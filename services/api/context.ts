import {
  type FreshReads,
  freshReads,
  type Idempotency,
  idempotency,
  type LoadedNote,
  recentNotes,
} from '@ecmr/application'
import type { Look } from '@ecmr/runtime'
import { type CommandNeed, commandReadiness, type ExpensiveReads } from '@ecmr/web'
import type { ApiDependencies } from './dependencies.js'

/** What routes work with: the dependencies, and what one api process makes of them for all its routes. */
export interface ApiContext extends ApiDependencies {
  /** bounds what the reads of each company cost */
  readonly expensive: ExpensiveReads
  readonly idempotency: Idempotency
  readonly reads: FreshReads
  readonly readiness: Look<CommandNeed>
  /** loads a note as it is now; the same object as before while it has not changed */
  readonly load: (id: string) => Promise<LoadedNote | null>
}

export function contextOf(dependencies: ApiDependencies & Pick<ApiContext, 'expensive'>): ApiContext {
  return {
    ...dependencies,
    idempotency: idempotency(dependencies.pool),
    reads: freshReads(dependencies),
    readiness: commandReadiness(dependencies),
    load: recentNotes(dependencies),
  }
}
