import { listUsers, peopleWithSecondFactor, requireSecondFactor } from '@ecmr/accounts'
import { accountOf } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { actorOf } from '../../../commands/caller.js'
import { valuesOf } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { companySecurityTexts, tabTexts } from '../texts.js'

const ADDRESS = '/empresa/seguridad'
const MOST_NAMED = 20

/** Whether the people of a company need a second factor. */
export const companySecurityPages: Pages = (app, context) => {
  app.get(ADDRESS, access.owner, async (request, reply) => show(context, request, reply))

  app.post(ADDRESS, { config: { access: 'owner', fresh: ADDRESS } }, async (request, reply) => {
    const person = signedIn(request)
    const { required } = valuesOf(request)
    if (required !== 'true' && required !== 'false') throw new PageProblem('malformed')
    const isRequired = required === 'true'
    const t = companySecurityTexts[request.visitor.language]
    if (isRequired && person.secondFactor === null)
      return show(context, request, reply.code(409), t.yoursFirst)
    await requireSecondFactor(context.pool, person.company.id, isRequired, actorOf(person))
    context.live.checkSessions()
    return reply.seeOther(ADDRESS, isRequired ? 'second_factor_required' : 'second_factor_not_required')
  })
}

async function show(
  { pool }: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: string,
): Promise<FastifyReply> {
  const { company, secondFactor } = signedIn(request)
  const { language } = request.visitor
  const t = companySecurityTexts[language]
  const account = accountOf(company.id)
  const [people, having] = [await listUsers(pool, account), await peopleWithSecondFactor(pool, account)]
  const without = people.filter(({ id }) => !having.has(id))
  return reply.page('pages/company/security/security', {
    title: t.title,
    section: 'company',
    styles: ['account.css'],
    tab: 'security',
    tabs: tabTexts[language],
    t,
    refused,
    isRequired: company.requires_second_factor,
    hasOwn: secondFactor !== null,
    all: people.length,
    without: without.slice(0, MOST_NAMED),
    lacking: without.length,
  })
}
