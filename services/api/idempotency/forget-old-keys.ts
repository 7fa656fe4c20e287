import type { Pool } from 'pg'
import type { ApiServer } from '../api-server.js'
import { forgetOldKeys } from './key-store.js'

const EVERY_MS = 3_600_000

/** Forgets idempotency keys once they are old, every hour while the server runs. */
export function forgetOldKeysHourly(app: ApiServer, pool: Pool): void {
  const forget = (): void => {
    forgetOldKeys(pool).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old idempotency keys not forgotten'),
    )
  }
  const timer = setInterval(forget, EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
