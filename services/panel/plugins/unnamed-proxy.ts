import type { PanelDependencies } from '../dependencies.js'
import type { PanelServer } from '../panel-server.js'

/**
 * Says once when requests come by a proxy that is not configured: all visitors have its address then, so that one who guesses
 * passwords, or asks too often, keeps all others out.
 */
export function missNamedProxy(app: PanelServer, trustProxy: PanelDependencies['trustProxy']): void {
  if (trustProxy) return
  let isSaid = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    isSaid = true
    app.log.warn(
      'A request has come by a proxy, and TRUST_PROXY names none: all who come by it count as one visitor when attempts to log in are limited.',
    )
  })
}
