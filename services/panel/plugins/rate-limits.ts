import { networkOf } from '@ecmr/accounts'
import rateLimit from '@fastify/rate-limit'
import type { PanelDependencies } from '../dependencies.js'
import { type PanelServer, signedIn } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

const MINUTE_MS = 60_000
const PEOPLE_OF_A_COMPANY = 5

/**
 * Bounds how many requests a minute come from each person who is logged in and from each company, and from each network of all
 * others, wherever they lead. Counted in each process by itself; addresses with `rateLimit: false` are not counted.
 */
export function limitRates(
  app: PanelServer,
  { perPerson, perCompany = PEOPLE_OF_A_COMPANY * perPerson, perAddress }: PanelDependencies['limits'],
): void {
  app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => networkOf(request.ip),
  })
  app.after(() => {
    const strangers = app.createRateLimit({ max: perAddress })
    const people = app.createRateLimit({
      max: perPerson,
      keyGenerator: (request) => signedIn(request).user.id,
    })
    const companies = app.createRateLimit({
      max: perCompany,
      keyGenerator: (request) => signedIn(request).company.id,
    })
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.rateLimit === false) return
      if (request.visitor.signedIn === undefined) return refuseExcess(await strangers(request))
      refuseExcess(await people(request))
      refuseExcess(await companies(request))
    })
  })
}

type Count = Awaited<ReturnType<ReturnType<PanelServer['createRateLimit']>>>

function refuseExcess(count: Count): void {
  if (count.isAllowed || !count.isExceeded) return
  throw new PageProblem('rate_limited', { 'retry-after': String(count.ttlInSeconds) })
}
