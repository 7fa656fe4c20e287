import rateLimit from '@fastify/rate-limit'
import type { PanelDependencies } from '../dependencies.js'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

const MINUTE_MS = 60_000

/**
 * Bounds how many requests a minute come from each person who is logged in, and from each network address of all
 * others, wherever they lead. Counted in each process by itself; addresses with `rateLimit: false` are not counted.
 */
export function limitRates(app: PanelServer, { perPerson, perAddress }: PanelDependencies['limits']): void {
  app.register(rateLimit, { global: false, timeWindow: MINUTE_MS })
  app.after(() => {
    const strangers = app.createRateLimit({ max: perAddress })
    const people = app.createRateLimit({
      max: perPerson,
      keyGenerator: ({ visitor, ip }) => visitor.signedIn?.user.id ?? ip,
    })
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.rateLimit === false) return
      const count = await (request.visitor.signedIn ? people : strangers)(request)
      if (count.isAllowed || !count.isExceeded) return
      throw new PageProblem('rate_limited', { 'retry-after': String(count.ttlInSeconds) })
    })
  })
}
