import type { Membership } from '@ecmr/accounts'
import { type ConsentRequest, redirectTarget } from '@ecmr/accounts/oauth'
import type { FastifyReply } from 'fastify'
import { shownName } from '../shown-name.js'
import { texts } from '../texts.js'
import { type Impersonation, impersonationIn } from './impersonation.js'
import type { BadDocument } from './find-client.js'
import { type Answer, addressBack, type Back, type Stop, targetKind } from './request.js'
import { consentTexts, planTexts, stopTexts, unaskedTexts } from './texts.js'

const STYLES = ['connect.css']

/** Asks the logged-in user whether a client may have what it asks for. */
export function showConsent(
  reply: FastifyReply,
  { client, redirect_uri }: ConsentRequest,
  {
    question,
    siteUrl,
    companies,
    current,
  }: {
    readonly question: string
    readonly siteUrl: string
    /** of which one is chosen */
    readonly companies: readonly Membership[]
    /** chosen unless the person chooses another */
    readonly current: string
  },
): FastifyReply {
  const { language } = reply.request.visitor
  const t = consentTexts[language]
  const target = redirectTarget(redirect_uri)
  const domain = client.document_url === null ? undefined : new URL(client.document_url).host
  const impersonation = impersonationIn(client.name, client.document_url ?? redirect_uri, siteUrl)
  reply.letFormsLeadTo(formTargets(redirect_uri))
  return reply.page('pages/connect/authorize/consent', {
    title: t.title,
    section: 'connect',
    scripts: ['consent.js'],
    styles: STYLES,
    t,
    tools: Object.values(texts[language].tools),
    name: shownName(client.name) || t.nameless,
    target,
    domain,
    kind: targetKind(redirect_uri),
    isCopyable: domain !== undefined && targetKind(redirect_uri) !== 'site',
    warning: warningOf(impersonation, domain ?? target, t),
    question,
    companies,
    current,
  })
}

function warningOf(
  impersonation: Impersonation,
  target: string,
  t: (typeof consentTexts)['es'],
): string | undefined {
  if (impersonation.of === 'ours') return t.oursImpersonated
  return impersonation.of === 'brand' ? t.brandImpersonated(impersonation.brand, target) : undefined
}

/** Says why nothing is asked, and leads nowhere but to our own pages. */
export function showStop(
  reply: FastifyReply,
  stop: Stop | 'over' | 'many',
  document?: BadDocument,
): FastifyReply {
  const { help, faults, ...said } = stopTexts[reply.request.visitor.language]
  return reply.code(400).page('pages/connect/authorize/stopped', {
    title: said[stop].title,
    section: 'connect',
    said: said[stop],
    document: document && { ...document, why: faults[document.fault] },
    help,
  })
}

/** Leaves it to users whether they go back with an answer that they were not asked for. */
export function showUnasked(reply: FastifyReply, back: Back, answer: Answer, siteUrl: string): FastifyReply {
  const t = unaskedTexts[reply.request.visitor.language]
  return reply.code(400).page('pages/connect/authorize/unasked', {
    title: t.title,
    section: 'connect',
    styles: STYLES,
    t,
    back: addressBack(back, answer, siteUrl),
    target: redirectTarget(back.redirect_uri),
  })
}

/** Says that the company would need another plan. */
export function showPlanTooSmall(reply: FastifyReply, back: Back, siteUrl: string): FastifyReply {
  const t = planTexts[reply.request.visitor.language]
  const answer = { error: 'access_denied', error_description: 'The plan of the company has no assistants.' }
  return reply.code(403).page('pages/connect/authorize/plan', {
    title: t.title,
    section: 'connect',
    styles: STYLES,
    t,
    back: addressBack(back, answer, siteUrl),
    target: redirectTarget(back.redirect_uri),
  })
}

/** Hosts of one's own computer that the policy has words for: not `[::1]` (CSP level 3, “host-part matches”). */
const NAMED = ['127.0.0.1', 'localhost']

/**
 * Where the form of consent may lead, as the content security policy writes it: to the program that asked or by the scheme of
 * its app, and to web sites. All of these, as clients send people on to other hosts of theirs, and Chromium asks the policy
 * about each of them. The client chose where it begins, so naming its host would protect no one. Nothing else of the URI gets
 * into the header.
 */
function formTargets(redirectUri: string): readonly string[] {
  const { protocol, hostname, origin } = new URL(redirectUri)
  if (protocol !== 'http:') return [protocol]
  return [NAMED.includes(hostname) ? origin : protocol, 'https:']
}
