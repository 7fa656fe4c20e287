import { countRequest, type ExpensiveReads, readTurn, requestsPerMinute, takeLimitsOfRoutes } from '@ecmr/web'
import type { PanelDependencies } from '../dependencies.js'
import { type PanelServer, signedIn } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

const PEOPLE_OF_A_COMPANY = 5

/**
 * Limits requests per minute of each person who is logged in and of each company, and of each network for all others, whatever the
 * address. Each process counts by itself; addresses with `rateLimit: false` are not counted.
 */
export function limitRates(
  app: PanelServer,
  { perPerson, perCompany = PEOPLE_OF_A_COMPANY * perPerson, perAddress }: PanelDependencies['limits'],
): void {
  takeLimitsOfRoutes(app)
  const strangers = requestsPerMinute({ max: perAddress })
  const people = requestsPerMinute({ max: perPerson, keyGenerator: (request) => signedIn(request).user.id })
  const companies = requestsPerMinute({
    max: perCompany,
    keyGenerator: (request) => signedIn(request).company.id,
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.rateLimit === false) return done()
    const limits = request.visitor.signedIn === undefined ? [strangers] : [people, companies]
    const nearest = countRequest(request, limits)
    if (nearest?.isExceeded) return done(tooMany(nearest.ttlInSeconds))
    done()
  })
}

/** Pages that read a whole note, search, or read the audit trail; exports take turns page by page. */
const EXPENSIVE = /^\/ecmrs\/:id|^\/(ecmrs|auditoria)$/

/** Bounds how many expensive pages of each company are made at once. */
export function limitExpensiveReads(app: PanelServer, reads: ExpensiveReads): void {
  app.addHook('preHandler', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (!EXPENSIVE.test(url) || request.visitor.signedIn === undefined) return
    const turn = await readTurn(reads, signedIn(request).company.id, reply)
    if (!turn.ok) throw tooMany(turn.retryAfterSeconds)
  })
}

function tooMany(seconds: number): PageProblem {
  return new PageProblem('rate_limited', { 'retry-after': String(seconds) })
}
