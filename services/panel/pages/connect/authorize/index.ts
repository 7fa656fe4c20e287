import {
  grantAccess,
  hasAssistants,
  hasManyGrants,
  openConsent,
  resourceOf,
  takeConsent,
} from '@ecmr/accounts/oauth'
import { lacksSecondFactor, type Membership, type SignedIn } from '@ecmr/accounts'
import { accountOf, actingFor, mayActAs } from '@ecmr/domain'
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
 * Where users are asked whether an assistant may read what belongs to their company, and to which of them (RFC 6749, section 4.1). Opening the page
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
  app.get(
    ADDRESS,
    { config: { access: 'public', showsCompany: true }, exposeHeadRoute: false },
    async (request, reply) => {
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
      const companies = companiesFor(person)
      if (companies.length === 0) return showPlanTooSmall(reply, back, siteUrl)
      if (await hasManyGrants(pool, person.user.id)) return showStop(reply, 'many')
      const { token } = await openConsent(pool, person.user.id, read.request)
      const current = accountOf(person.company.id)
      return showConsent(reply, read.request, { question: token, siteUrl, companies, current })
    },
  )

  app.post(ADDRESS, { config: { access: 'person', opensAnew: true } }, async (request, reply) => {
    const person = signedIn(request)
    const companies = companiesFor(person)
    const { question = '', answer, company = accountOf(person.company.id) } = valuesOf(request)
    if (answer !== 'grant' && answer !== 'refuse') throw new PageProblem('malformed')
    const asked = await takeConsent(pool, person.user.id, question)
    if (asked === undefined) return showStop(reply, 'over')
    if (answer === 'refuse') return lead(reply, asked, REFUSED)
    if (await hasManyGrants(pool, person.user.id)) return showStop(reply, 'many')
    const chosen = companies.find(({ company_id }) => company_id === company)
    const { user } = person
    const granted =
      chosen && (await grantAccess(pool, { user, company: { id: actingFor(chosen.company_id) } }, asked))
    return granted ? lead(reply, asked, granted) : showPlanTooSmall(reply, asked, siteUrl)
  })
}

/**
 * The companies for which the person may let an assistant read: those whose plan includes it, and that require no second factor which
 * the person lacks.
 *
 * @throws PageProblem when the person's role allows it in none of their companies
 */
function companiesFor(person: SignedIn): readonly Membership[] {
  const writing = person.memberships.filter(({ role }) => mayActAs(role, 'member'))
  if (writing.length === 0) throw new PageProblem('not_permitted')
  return writing.filter((one) => hasAssistants(one.plan) && !lacksSecondFactor(person, one))
}

const TOO_LONG = { error: 'invalid_request', error_description: 'The request is too long.' }

/** Every client asks anew, so that there is never an answer without a page. */
function silently(isLoggedIn: boolean): Answer {
  return isLoggedIn
    ? { error: 'consent_required', error_description: 'The person has to be asked.' }
    : { error: 'login_required', error_description: 'The person has to log in.' }
}
