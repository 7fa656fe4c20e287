import type { Membership } from '@ecmr/accounts'
import { accountOf } from '@ecmr/domain'
import { companyOfNote } from '@ecmr/read-models'
import { ownerOfEndpoint } from '@ecmr/webhooks'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { membershipIn, showOtherLink } from '../pages/company/switch/other-company.js'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** The parameter of a link that says for which company it is; its pages are each company's own. */
const FOR = 'como'

/** Whose a note or a webhook is. */
export type FindOwner = (request: FastifyRequest) => Promise<string | undefined>

/** Finds out whose something is that an address names by its id. */
export function ownerFinder(pool: Pool): FindOwner {
  return async ({ routeOptions: { url = '' }, params }) => {
    const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined
    if (typeof id !== 'string') return undefined
    if (url.startsWith('/ecmrs/:id')) return companyOfNote(pool, id)
    return url.startsWith('/webhooks/:id') ? ownerOfEndpoint(pool, id) : undefined
  }
}

/**
 * Which other company of the person has what a link leads to, and the present one has not. `undefined`: none of theirs; nothing is said
 * about it.
 */
export async function otherOwner(
  request: FastifyRequest,
  findOwner: FindOwner,
): Promise<Membership | undefined> {
  const { signedIn } = request.visitor
  if (request.method !== 'GET' || signedIn === undefined || signedIn.memberships.length < 2) return undefined
  const owner = membershipIn(request, await findOwner(request).catch(() => undefined))
  return owner?.company_id === accountOf(signedIn.company.id) ? undefined : owner
}

/** Opens links that say for which company they are: in that one, or with an offer to switch to it. */
export function followLinksOfCompanies(app: PanelServer): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, visitor, routeOptions } = request
    if (method !== 'GET' || visitor.signedIn === undefined) return
    if (routeOptions.config.access === 'public' || routeOptions.config.isUse === false) return
    const { pathname, searchParams } = new URL(url, 'http://here.invalid')
    const company = searchParams.get(FOR)
    if (company === null) return
    searchParams.delete(FOR)
    const onwards = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
    if (company === accountOf(visitor.signedIn.company.id)) return reply.redirect(onwards, 303)
    const owner = membershipIn(request, company)
    if (owner === undefined) throw new PageProblem('not_found')
    return showOtherLink(request, reply, { owner, onwards })
  })
}
