import type { Membership } from '@ecmr/accounts'
import { accountOf, isTestCompany } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signedIn } from '../../../panel-server.js'
import { openedFor } from '../../../plugins/csrf.js'
import { keptForm } from '../../../plugins/kept-form.js'
import { switchTexts } from './texts.js'

/** Bytes of what was typed that are shown for copying. */
const MOST_SHOWN = 20_000

/** The person's membership of a company, or of the one whose test data these are. */
export function membershipIn(request: FastifyRequest, company: string | undefined): Membership | undefined {
  if (company === undefined) return undefined
  return signedIn(request).memberships.find(({ company_id }) => company_id === accountOf(company))
}

/**
 * The page for a form that was opened for another company than the session acts for by now. It is not sent again from here: only
 * after a switch to that company, by the person.
 */
export function showOtherForm(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = switchTexts[request.visitor.language]
  const company = openedFor(request)
  const membership = membershipIn(request, company)
  const opened = membership && t.named(membership.company_name, isTestCompany(company ?? ''))
  const kept = keptForm(request)
  return reply.page('pages/company/switch/other-form', {
    title: opened === undefined ? t.otherForm.leftTitle : t.otherForm.title(opened),
    scripts: kept ? ['note-draft.js'] : [],
    t,
    current: currentName(request),
    opened,
    openedFor: company,
    kept,
    typed: shown(kept?.fields ?? []),
  })
}

/** The company for which the session acts, and whether test data are shown. */
function currentName(request: FastifyRequest): string {
  const { company } = signedIn(request)
  return switchTexts[request.visitor.language].named(company.name, isTestCompany(company.id))
}

/** What people can read of what they typed: no ids of ours. */
function shown(fields: readonly (readonly [name: string, value: string])[]): typeof fields {
  let room = MOST_SHOWN
  return fields.filter(([name, value]) => {
    if (value === '' || name === 'once') return false
    room -= Buffer.byteLength(name) + Buffer.byteLength(value)
    return room >= 0
  })
}

/** The page for a link to what belongs to another of the person's companies. */
export function showOtherLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, onwards }: { readonly owner: Membership; readonly onwards: string },
): FastifyReply {
  const t = switchTexts[request.visitor.language]
  return reply.code(404).page('pages/company/switch/other-link', {
    title: t.otherLink.title,
    t,
    current: currentName(request),
    owner,
    onwards,
  })
}
