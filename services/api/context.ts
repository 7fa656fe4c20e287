import { type FreshReads, forgetOldKeys, freshReads, type Idempotency, idempotency } from '@ecmr/application'
import type { Look } from '@ecmr/runtime'
import type { ApiServer } from './api-server.js'
import type { ApiDependencies } from './dependencies.js'
import { type Essential, readinessOf } from './health/readiness.js'

const FORGET_KEYS_EVERY_MS = 3_600_000

/** What routes work with: the dependencies, and what one api process makes of them for all its routes. */
export interface ApiContext extends ApiDependencies {
  readonly idempotency: Idempotency
  readonly reads: FreshReads
  readonly readiness: Look<Essential>
}

export function contextOf(dependencies: ApiDependencies): ApiContext {
  return {
    ...dependencies,
    idempotency: idempotency(dependencies.pool),
    reads: freshReads(dependencies),
    readiness: readinessOf(dependencies),
  }
}

/** Deletes old idempotency keys every hour while the server runs. */
export function forgetOldKeysHourly(app: ApiServer, { pool }: Pick<ApiDependencies, 'pool'>): void {
  const forget = (): void => {
    forgetOldKeys(pool).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old idempotency keys not deleted'),
    )
  }
  const timer = setInterval(forget, FORGET_KEYS_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
