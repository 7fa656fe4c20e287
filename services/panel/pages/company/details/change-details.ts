import {
  type CompanyUsage,
  changeCompany,
  companyUsage,
  plans,
  storageOfPlans,
  WARNING_SHARE,
} from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { policies } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { actorOf } from '../../../commands/caller.js'
import { emptyForm, type FormState, valuesOf } from '../../../forms/form.js'
import { countryName } from '../../../forms/named-codes.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { bytesText } from '../../../texts/bytes-text.js'
import { formatsFor } from '../../../texts/formats.js'
import { tabTexts } from '../tabs.js'
import { countryOptions, timeZoneOptions } from './choices.js'
import { detailsOf, readDetails } from './details-form.js'
import { detailsTexts, planTexts, policyTexts } from './texts.js'

/** What a company says about itself, and its plan. Members see it, owners change it. */
export const detailsPages: Pages = (app, { pool }) => {
  app.get('/empresa', { config: { access: 'member' } }, async (request, reply) =>
    show(pool, request, reply, emptyForm(detailsOf(signedIn(request).company))),
  )

  app.post('/empresa', { config: { access: 'owner' } }, async (request, reply) => {
    const person = signedIn(request)
    const { form, changes } = readDetails(valuesOf(request), request.visitor.language)
    if (changes === undefined) return show(pool, request, reply.code(400), form)
    await changeCompany(pool, person.company.id, changes, actorOf(person))
    return reply.seeOther('/empresa', 'company_saved')
  })
}

async function show(
  pool: Pool,
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormState,
): Promise<FastifyReply> {
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
    plans: plans.map((plan) => ({
      plan,
      ...planTexts[language][plan],
      storage: t.storageOf(bytesText(storageOfPlans[plan], language)),
    })),
    usage: usageShown(await companyUsage(pool, company.id), language),
  })
}

/** What the company has used, in words. */
function usageShown(usage: CompanyUsage | undefined, language: Language) {
  if (usage === undefined) return undefined
  const { storage, notes, events } = usage
  const t = detailsTexts[language]
  const { number } = formatsFor(language, 'UTC')
  const used = bytesText(storage.bytes, language)
  return {
    share: Math.min(1, storage.bytes / Math.max(1, storage.limit)),
    sentence: t.used(used, bytesText(storage.limit, language), number(notes), number(events)),
    warning: storage.bytes >= WARNING_SHARE * storage.limit ? t.nearlyUsedUp : undefined,
  }
}

/** The operator may have chosen a zone by one of its other names. */
function withPresent(options: typeof timeZoneOptions, zone: string): typeof timeZoneOptions {
  return options.some(([value]) => value === zone) ? options : [[zone, zone], ...options]
}
