import {
  grantAccess,
  hasAssistants,
  hasManyGrants,
  openConsent,
  resourceOf,
  takeConsent,
} from '@ecmr/accounts/oauth'
import { mayActAs } from '@ecmr/domain'
import type { FastifyReply } from 'fastify'
import { valuesOf } from '../../../forms/form.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { isWorthComingBackTo, sendToLogin } from '../../../plugins/access.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { clientFinder } from './find-client.js'
import { showConsent, showPlanTooSmall, showStop, showUnasked } from './pages.js'
import { type Answer, type Back, leadBack, readRequest, targetKind } from './request.js'

const ADDRESS = '/oauth/authorize'

const REFUSED = { error: 'access_denied', error_description: 'The person has refused.' }

/**
 * Where users are asked whether an assistant may read what belongs to their company (RFC 6749, section 4.1). Opening the page
 * grants nothing: the answer is a form that works once, for the user who was asked.
 */
export const authorizePages: Pages = (app, { pool, siteUrl, clientDocuments }) => {
  const resource = resourceOf(siteUrl)
  const lead = (reply: FastifyReply, back: Back, answer: Answer): FastifyReply =>
    leadBack(reply, back, answer, siteUrl)
  // Anyone can register a web site: our links must not lead there by themselves (RFC 9700, section 4.11.2).
  const leadUnasked = (reply: FastifyReply, back: Back, answer: Answer): FastifyReply =>
    targetKind(back.redirect_uri) === 'site'
      ? showUnasked(reply, back, answer, siteUrl)
      : lead(reply, back, answer)

  // A faulty request does not lead to the login: the client has to know, and forms lead to no other site.
  app.get(ADDRESS, { config: { access: 'public' }, exposeHeadRoute: false }, async (request, reply) => {
    const person = request.visitor.signedIn
    const find = clientFinder({ pool, ...(clientDocuments && { clientDocuments }) }, person !== undefined)
    const read = await readRequest(find, request.query, resource)
    if (read.kind === 'login')
      return isWorthComingBackTo(request.url) ? sendToLogin(request, reply) : showStop(reply, 'client')
    if (read.kind === 'stopped') return showStop(reply, read.stop, read.document)
    const { back } = read
    if (read.kind === 'refused') return leadUnasked(reply, back, read.refusal)
    if (read.isSilent) return leadUnasked(reply, back, silently(person !== undefined))
    if (person === undefined)
      return isWorthComingBackTo(request.url)
        ? sendToLogin(request, reply)
        : leadUnasked(reply, back, TOO_LONG)
    if (!mayActAs(person.user.role, 'member')) throw new PageProblem('not_permitted')
    if (!hasAssistants(person.company.plan)) return showPlanTooSmall(reply, back, siteUrl)
    if (await hasManyGrants(pool, person.user.id)) return showStop(reply, 'many')
    const { token } = await openConsent(pool, person.user.id, read.request)
    return showConsent(reply, read.request, { question: token, siteUrl })
  })

  app.post(ADDRESS, { config: { access: 'member', opensAnew: true } }, async (request, reply) => {
    const person = signedIn(request)
    const { question = '', answer } = valuesOf(request)
    if (answer !== 'grant' && answer !== 'refuse') throw new PageProblem('malformed')
    const asked = await takeConsent(pool, person.user.id, question)
    if (asked === undefined) return showStop(reply, 'over')
    if (answer === 'refuse') return lead(reply, asked, REFUSED)
    if (await hasManyGrants(pool, person.user.id)) return showStop(reply, 'many')
    const granted = await grantAccess(pool, person, asked)
    return granted ? lead(reply, asked, granted) : showPlanTooSmall(reply, asked, siteUrl)
  })
}

const TOO_LONG = { error: 'invalid_request', error_description: 'The request is too long.' }

/** Every client asks anew, so that there is never an answer without a page. */
function silently(isLoggedIn: boolean): Answer {
  return isLoggedIn
    ? { error: 'consent_required', error_description: 'The person has to be asked.' }
    : { error: 'login_required', error_description: 'The person has to log in.' }
}
