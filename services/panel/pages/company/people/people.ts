import {
  changeRole,
  invite,
  listInvitations,
  listUsers,
  peopleWithSecondFactor,
  removeUser,
  resetOfMember,
  userRoles,
  withdrawInvitation,
} from '@ecmr/accounts'
import { checkBody, closed, languages, oneOf } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { actorOf } from '../../../commands/caller.js'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { invitationMessage } from '../../../mail/messages.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { emailAddress } from '../../account/forms.js'
import { goOnElsewhere, tellPerson } from '../../account/session.js'
import { peopleTexts, tabTexts } from '../texts.js'

interface OfPerson {
  readonly Params: { readonly id: string }
}

/** Who acts for the company, in which role. */
const changePeoplePages: Pages = (app, context) => {
  const { pool } = context
  app.get('/empresa/personas', access.owner, async (request, reply) => showPeople(pool, request, reply))

  app.post<OfPerson>('/empresa/personas/:id/rol', access.owner, async (request, reply) => {
    const person = signedIn(request)
    const { id } = request.params
    const role = userRoles.find((known) => known === valuesOf(request).role)
    if (role === undefined) throw new PageProblem('malformed')
    const changed = await changeRole(pool, person.company.id, id, role, actorOf(person))
    if (changed !== 'done') return refuse(request, reply, changed)
    // Who is no owner any more cannot see this page either.
    const isOut = id === person.user.id && role !== 'owner'
    return reply.seeOther(isOut ? '/empresa' : '/empresa/personas', 'role_changed')
  })

  app.post<OfPerson>('/empresa/personas/:id/quitar', access.owner, async (request, reply) => {
    const person = signedIn(request)
    const { id } = request.params
    const removed = await removeUser(pool, person.company.id, id, actorOf(person))
    if (removed !== 'done') return refuse(request, reply, removed)
    if (id === person.user.id) return goOnElsewhere(context, request, reply)
    context.live.checkSessions()
    return reply.seeOther('/empresa/personas', 'person_removed')
  })

  const config = { access: 'owner', fresh: '/empresa/personas' } as const
  app.post<OfPerson>('/empresa/personas/:id/segundo-factor', { config }, async (request, reply) => {
    const person = signedIn(request)
    const { id } = request.params
    const t = peopleTexts[request.visitor.language].factorRefused
    if (id === person.user.id) return showPeople(pool, request, reply.code(400), { refused: t.own })
    const reset = await resetOfMember(pool, person.company.id, id, actorOf(person))
    if (!reset.ok) {
      if (reset.reason === 'not_found') throw new PageProblem('not_found')
      return showPeople(pool, request, reply.code(409), { refused: t[reset.reason] })
    }
    const { user, company } = person
    tellPerson(context, request, reset.person, {
      kind: 'reset_by_owner',
      by: user.name,
      company: company.name,
    })
    context.live.checkSessions()
    return reply.seeOther('/empresa/personas', 'second_factor_reset')
  })

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    why: 'not_found' | 'last_owner',
  ): Promise<FastifyReply> {
    if (why === 'not_found') throw new PageProblem('not_found')
    const refused = peopleTexts[request.visitor.language].lastOwner
    return showPeople(pool, request, reply.code(400), { refused })
  }
}

const invitationForm = closed({
  email: emailAddress,
  role: oneOf(userRoles, 'Role'),
  language: oneOf(languages, 'Language of the message'),
})

/** In an hour: a company that invites more is writing to strangers in our name. */
const MOST_AN_HOUR = {
  max: 60,
  timeWindow: 3_600_000,
  keyGenerator: ({ visitor, ip }: FastifyRequest): string => visitor.signedIn?.company.id ?? ip,
}

/** Inviting people to the company. Without a mailer the user who invites hands the link over. */
const invitationPages: Pages = (app, { pool, mailer, siteUrl }) => {
  // A form with faults is shown at this address; opened directly, it leads to the page.
  app.get('/empresa/personas/invitar', access.owner, async (_request, reply) =>
    reply.seeOther('/empresa/personas'),
  )

  const config = { access: 'owner', rateLimit: MOST_AN_HOUR } as const
  app.post('/empresa/personas/invitar', { config }, async (request, reply) => {
    const person = signedIn(request)
    const { user, company } = person
    const t = peopleTexts[request.visitor.language]
    const { email = '', role: roleAsked = '', language: languageAsked = '' } = valuesOf(request)
    const values = { email, role: roleAsked, language: languageAsked }
    const faults = sentencesFor(checkBody(invitationForm, values), request.visitor.language)
    const role = userRoles.find((known) => known === roleAsked)
    const language = languages.find((known) => known === languageAsked)
    if (isFaulty({ faults }) || role === undefined || language === undefined) {
      return showPeople(pool, request, reply.code(400), { form: { values, faults } })
    }
    const invited = await invite(pool, company.id, { email, role, language }, actorOf(person))
    if (!invited.ok) {
      const why = invited.reason === 'email_taken' ? { email: t.taken } : { '': t.tooMany }
      return showPeople(pool, request, reply.code(400), { form: { values, faults: why } })
    }
    const url = `${siteUrl}/invitacion/${invited.token}`
    const { expires_at } = invited.invitation
    if (mailer === undefined) {
      // No redirect: this very answer is the only one that holds the link.
      return showPeople(pool, request, reply, { link: { url, email, ends: expires_at } })
    }
    const ends = new Date(expires_at)
    const message = invitationMessage[language]({ link: url, ends, by: user.name, company: company.name })
    mailer.send({ to: email, ...message })
    return reply.seeOther('/empresa/personas', 'invited')
  })

  app.post<{ Params: { id: string } }>(
    '/empresa/personas/invitaciones/:id/retirar',
    access.owner,
    async (request, reply) => {
      const person = signedIn(request)
      const isDone = await withdrawInvitation(pool, person.company.id, request.params.id, actorOf(person))
      if (!isDone) throw new PageProblem('not_found')
      return reply.seeOther('/empresa/personas', 'invitation_withdrawn')
    },
  )
}

const PER_PAGE = 25

/** What the page says besides what is always there. */
interface Shown {
  readonly form?: FormState
  /** a sentence on what could not be done */
  readonly refused?: string
  /** an invitation's link, which is shown this once */
  readonly link?: { readonly url: string; readonly email: string; readonly ends: string }
}

/** All users of the company, and those who are invited. */
async function showPeople(
  pool: Pool,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown = {},
): Promise<FastifyReply> {
  const { company } = signedIn(request)
  const { language } = request.visitor
  const [people, invitations, secured] = await Promise.all([
    listUsers(pool, company.id),
    listInvitations(pool, company.id),
    peopleWithSecondFactor(pool, company.id),
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
    secured,
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

/** The people of a company, and who is invited to be one. */
export const peoplePages: Pages = (app, context) => {
  changePeoplePages(app, context)
  invitationPages(app, context)
}
