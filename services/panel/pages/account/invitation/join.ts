import { acceptInvitation, findInvitation, passwordFault } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { oneLine } from '../../../forms/one-line.js'
import { sentencesFor } from '../../../forms/sentences.js'
import type { Pages } from '../../../panel-server.js'
import { beginSessionAs } from '../begin-session.js'
import { FEW_A_MINUTE } from '../few-a-minute.js'
import { sayDeadLink } from '../links/dead-link.js'
import { passwordFaults, passwordTexts } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'
import { joiningTexts } from './texts.js'

interface Link {
  readonly Params: { readonly token: string }
}

type Invited = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const joiningForm = closed({ name: oneLine('Name of the person', 200) })

/** Joining a company by an invitation. */
export const joiningPages: Pages = (app, context) => {
  const { pool } = context

  app.get<Link>('/invitacion/:token', { config: { access: 'public' } }, async ({ params }, reply) => {
    const invitation = await findInvitation(pool, params.token)
    return invitation ? show(reply, params.token, invitation, emptyForm()) : sayDeadLink(reply, 'invitation')
  })

  app.post<Link>(
    '/invitacion/:token',
    { config: { access: 'public', rateLimit: FEW_A_MINUTE } },
    async (request, reply) => {
      const { token } = request.params
      const { language } = request.visitor
      const invitation = await findInvitation(pool, token)
      if (invitation === undefined) return sayDeadLink(reply, 'invitation')
      const { name = '' } = valuesOf(request)
      const password = typedPassword(request)
      const again = (faults: FormState['faults']): FastifyReply =>
        show(reply.code(400), token, invitation, { values: { name }, faults })

      const fault = passwordFault(password, [name, invitation.email, invitation.company_name])
      const faults = {
        ...sentencesFor(checkBody(joiningForm, { name }), language),
        ...(fault && { password: passwordFaults[language][fault] }),
      }
      if (isFaulty({ faults })) return again(faults)
      const accepted = await acceptInvitation(pool, token, { name, password, language })
      if (!accepted.ok) {
        return accepted.reason === 'unknown_link'
          ? sayDeadLink(reply, 'invitation')
          : again({ '': joiningTexts[language].taken })
      }
      await beginSessionAs(context, request, reply, accepted.user)
      return reply.seeOther('/', 'joined')
    },
  )

  function show(reply: FastifyReply, token: string, invitation: Invited, form: FormState): FastifyReply {
    const { language } = reply.request.visitor
    const t = joiningTexts[language]
    return reply.page('pages/account/invitation/join', {
      title: t.title(invitation.company_name),
      section: 'register',
      scripts: ['show-password.js'],
      styles: ['account.css'],
      t,
      p: passwordTexts[language],
      form,
      token,
      invitation,
    })
  }
}
