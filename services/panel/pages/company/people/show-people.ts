import { listInvitations, listUsers } from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { emptyForm, type FormState } from '../../../forms/form.js'
import { signedIn } from '../../../panel-server.js'
import { tabTexts } from '../tabs.js'
import { peopleTexts } from './texts.js'

const PER_PAGE = 25

/** What the page says besides what is always there. */
interface Shown {
  readonly form?: FormState
  /** a sentence on what could not be done */
  readonly refused?: string
  /** an invitation's link, which is shown this once */
  readonly link?: { readonly url: string; readonly email: string; readonly ends: string }
}

/** Everybody who acts for the company, and who is invited to. */
export async function showPeople(
  pool: Pool,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown = {},
): Promise<FastifyReply> {
  const { company } = signedIn(request)
  const { language } = request.visitor
  const [people, invitations] = await Promise.all([
    listUsers(pool, company.id),
    listInvitations(pool, company.id),
  ])
  const pages = Math.max(Math.ceil(people.length / PER_PAGE), 1)
  const page = Math.min(pageAsked(request), pages)
  const t = peopleTexts[language]
  return reply.page('pages/company/people/people', {
    title: t.title,
    section: 'company',
    styles: ['account.css'],
    tab: 'people',
    tabs: tabTexts[language],
    t,
    people: people.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    page,
    pages,
    invitations,
    form: shown.form ?? emptyForm({ role: 'member', language }),
    refused: shown.refused,
    link: shown.link,
  })
}

function pageAsked({ query }: FastifyRequest): number {
  const asked: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'pagina') : undefined
  return typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
}
