import { invite, userRoles, withdrawInvitation } from '@ecmr/accounts'
import { checkBody, closed, languages, oneOf } from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../../commands/caller.js'
import { isFaulty, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { invitationMessage } from '../../../mail/messages/invitation.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { emailAddress } from '../../account/email-address.js'
import { showPeople } from './show-people.js'
import { peopleTexts } from './texts.js'

const invitationForm = closed({
  email: emailAddress,
  role: oneOf(userRoles, 'Role'),
  language: oneOf(languages, 'Language of the message'),
})

/** An hour: whoever invites more is writing to strangers in our name. */
const MOST_AN_HOUR = {
  max: 60,
  timeWindow: 3_600_000,
  keyGenerator: ({ visitor, ip }: FastifyRequest): string => visitor.signedIn?.company.id ?? ip,
}

/** Asking people to join the company. Without a mailer the link is handed over by whoever invites. */
export const invitationPages: Pages = (app, { pool, mailer, siteUrl }) => {
  // Where a form with faults stands; whoever opens it by its address means the page.
  app.get('/empresa/personas/invitar', { config: { access: 'owner' } }, async (_request, reply) =>
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
    mailer.send(
      invitationMessage(language, { to: email, link: url, ends, by: user.name, company: company.name }),
    )
    return reply.seeOther('/empresa/personas', 'invited')
  })

  app.post<{ Params: { id: string } }>(
    '/empresa/personas/invitaciones/:id/retirar',
    { config: { access: 'owner' } },
    async (request, reply) => {
      const person = signedIn(request)
      const isDone = await withdrawInvitation(pool, person.company.id, request.params.id, actorOf(person))
      if (!isDone) throw new PageProblem('not_found')
      return reply.seeOther('/empresa/personas', 'invitation_withdrawn')
    },
  )
}
