import { forgetOldKeys } from '@ecmr/application'
import type { ApiServer } from './api-server.js'
import type { ApiDependencies } from './dependencies.js'

const EVERY_MS = 3_600_000

/** Deletes old idempotency keys every hour while the server runs. */
export function forgetOldKeysHourly(app: ApiServer, { pool }: Pick<ApiDependencies, 'pool'>): void {
  const forget = (): void => {
    forgetOldKeys(pool).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old idempotency keys not deleted'),
    )
  }
  const timer = setInterval(forget, EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
