import {
  type Company,
  type CompanyChanges,
  type CompanyUsage,
  changeCompany,
  companyUsage,
  plans,
  storageOfPlans,
  WARNING_SHARE,
} from '@ecmr/accounts'
import { checkBody, closed, type Language, languages, oneOf } from '@ecmr/contract'
import { countries, policies } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { actorOf } from '../../../commands/caller.js'
import { emptyForm, type FormState, isFaulty, oneLine, valuesOf } from '../../../forms/form.js'
import { countryName } from '../../../forms/named-codes.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { bytesText, formatsFor } from '../../../texts/formats.js'
import { detailsTexts, planTexts, policyTexts, tabTexts } from '../texts.js'

/** What a company says about itself, and its plan. Members see it, owners change it. */
export const detailsPages: Pages = (app, { pool }) => {
  app.get('/empresa', access.person, async (request, reply) =>
    show(pool, request, reply, emptyForm(detailsOf(signedIn(request).company))),
  )

  app.post('/empresa', access.owner, async (request, reply) => {
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

/** ICU does not list UTC. */
const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** What may be left blank. */
const OPTIONAL = ['tax_id', 'address', 'city', 'postal_code', 'country', 'phone'] as const

const detailsForm = closed({
  name: oneLine('Name', 200),
  tax_id: Type.Optional(oneLine('Tax identification', 50)),
  address: Type.Optional(oneLine('Address', 500)),
  city: Type.Optional(oneLine('Town', 500)),
  postal_code: Type.Optional(oneLine('Postal code', 20)),
  country: Type.Optional(Type.String({ format: 'country' })),
  phone: Type.Optional(oneLine('Telephone', 50)),
  time_zone: oneOf(timeZones, 'IANA name'),
  policy: oneOf(policies, 'What is done about gaps'),
})

/** The form before any change. */
function detailsOf(company: Company): FormState['values'] {
  const optional = OPTIONAL.map((field) => [field, company[field] ?? ''])
  const { name, time_zone, policy } = company
  return { name, time_zone, policy, ...Object.fromEntries(optional) }
}

/** What was typed, as changes to the company; what was left blank is cleared. Or what is wrong with it. */
function readDetails(
  typed: FormState['values'],
  language: Language,
): { readonly form: FormState; readonly changes?: CompanyChanges } {
  const { name = '', time_zone = '', policy } = typed
  const given = OPTIONAL.filter((field) => typed[field]).map((field) => [field, typed[field]])
  const asked = { name, time_zone, policy, ...Object.fromEntries(given) }
  const faults = sentencesFor(checkBody(detailsForm, asked), language)
  const form = { values: typed, faults }
  const chosen = policies.find((known) => known === policy)
  if (isFaulty(form) || chosen === undefined) return { form }
  const cleared = Object.fromEntries(OPTIONAL.map((field) => [field, typed[field] || null]))
  return { form, changes: { name, time_zone, policy: chosen, ...cleared } }
}

/** Values of a choice, and how they are called. */
type Options = readonly (readonly [value: string, label: string])[]

const timeZoneOptions: Options = timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')])

const byName: ReadonlyMap<Language, Options> = new Map(
  languages.map((language) => {
    const { compare } = new Intl.Collator(language)
    const named = [...countries].map((code) => [code, countryName(code, language)] as const)
    return [language, named.sort(([, a], [, b]) => compare(a, b))]
  }),
)

/** The countries in the order of the alphabet, behind a choice for none. */
function countryOptions(language: Language, none: string): Options {
  return [['', none], ...(byName.get(language) ?? [])]
}
