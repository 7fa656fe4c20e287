import {
  countRequest,
  type ExpensiveReads,
  type RateLimit,
  readTurn,
  requestsPerMinute,
  takeLimitsOfRoutes,
} from '@ecmr/web'
import type { FastifyRequest } from 'fastify'
import type { PanelDependencies } from '../dependencies.js'
import { type PanelServer, signedIn } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

const PEOPLE_OF_A_COMPANY = 5

/**
 * What visitors and mail programs do that must not use up what others of their network do: who follows many shipments can still log in. Each
 * has a limit of its own; all other addresses have one together.
 */
const PURPOSES = [
  /^\/seguimiento(\/|$)/,
  /^\/f\//,
  /^\/c\//,
  /^\/(entrar|salir|registro|recuperar|invitacion)(\/|$)/,
  /^\/avisos\//,
] as const

/**
 * Limits requests per minute of each person who is logged in and of each company, and of each network for all others, by what
 * they do. Each process counts by itself; addresses with `rateLimit: false` are not counted.
 */
export function limitRates(
  app: PanelServer,
  { perPerson, perCompany = PEOPLE_OF_A_COMPANY * perPerson, perAddress }: PanelDependencies['limits'],
): void {
  takeLimitsOfRoutes(app)
  const others = requestsPerMinute({ max: perAddress })
  const purposes = PURPOSES.map((addresses) => ({ addresses, limit: requestsPerMinute({ max: perAddress }) }))
  const ofVisitor = ({ routeOptions: { url = '' } }: FastifyRequest): RateLimit =>
    purposes.find(({ addresses }) => addresses.test(url))?.limit ?? others
  const people = requestsPerMinute({ max: perPerson, keyGenerator: (request) => signedIn(request).user.id })
  const companies = requestsPerMinute({
    max: perCompany,
    keyGenerator: (request) => signedIn(request).company.id,
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.rateLimit === false) return done()
    const limits = request.visitor.signedIn === undefined ? [ofVisitor(request)] : [people, companies]
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
