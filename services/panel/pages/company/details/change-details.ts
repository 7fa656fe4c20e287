import { changeCompany, plans } from '@ecmr/accounts'
import { policies } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../../commands/actor.js'
import { emptyForm, type FormState, valuesOf } from '../../../forms/form.js'
import { countryName } from '../../../forms/named-codes.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { tabTexts } from '../tabs.js'
import { countryOptions, timeZoneOptions } from './choices.js'
import { detailsOf, readDetails } from './details-form.js'
import { detailsTexts, planTexts, policyTexts } from './texts.js'

/** What a company says about itself, and its plan. Members see it, owners change it. */
export const detailsPages: Pages = (app, { pool }) => {
  app.get('/empresa', { config: { access: 'member' } }, async (request, reply) =>
    show(request, reply, emptyForm(detailsOf(signedIn(request).company))),
  )

  app.post('/empresa', { config: { access: 'owner' } }, async (request, reply) => {
    const person = signedIn(request)
    const { form, changes } = readDetails(valuesOf(request), request.visitor.language)
    if (changes === undefined) return show(request, reply.code(400), form)
    await changeCompany(pool, person.company.id, changes, actorOf(person))
    return reply.seeOther('/empresa', 'company_saved')
  })
}

function show(request: FastifyRequest, reply: FastifyReply, form: FormState): FastifyReply {
  const { language } = request.visitor
  const { company } = signedIn(request)
  const t = detailsTexts[language]
  return reply.page('pages/company/details/details', {
    title: t.title,
    section: 'company',
    styles: ['account.css'],
    tab: 'details',
    tabs: tabTexts[language],
    t,
    form,
    countryOptions: countryOptions(language, t.noCountry),
    countryName: company.country && countryName(company.country, language),
    timeZoneOptions: withPresent(timeZoneOptions, company.time_zone),
    policies: policies.map((policy) => ({ policy, ...policyTexts[language][policy] })),
    plans: plans.map((plan) => ({ plan, ...planTexts[language][plan] })),
  })
}

/** The operator may have chosen a zone by one of its other names. */
function withPresent(options: typeof timeZoneOptions, zone: string): typeof timeZoneOptions {
  return options.some(([value]) => value === zone) ? options : [[zone, zone], ...options]
}
