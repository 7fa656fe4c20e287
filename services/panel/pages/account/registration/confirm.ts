import { confirmRegistration, findRegistration, type Registrant } from '@ecmr/accounts'
import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState, isFaulty } from '../../../forms/form.js'
import type { Pages } from '../../../panel-server.js'
import { beginSessionAs } from '../begin-session.js'
import { FEW_A_MINUTE } from '../few-a-minute.js'
import { sayDeadLink } from '../links/dead-link.js'
import { passwordTexts } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'
import { chosenPasswordFaults } from './registration-form.js'
import { registrationTexts } from './texts.js'

interface Link {
  readonly Params: { readonly token: string }
}

/**
 * Following the link of a registration, which is where the password is chosen. Opening it does nothing yet: mail servers
 * open links too.
 */
export const confirmationPages: Pages = (app, context) => {
  const { pool } = context

  app.get<Link>('/registro/:token', { config: { access: 'public' } }, async ({ params }, reply) => {
    const registrant = await findRegistration(pool, params.token)
    return registrant
      ? show(reply, params.token, registrant, emptyForm())
      : sayDeadLink(reply, 'registration')
  })

  app.post<Link>(
    '/registro/:token',
    { config: { access: 'public', rateLimit: FEW_A_MINUTE } },
    async (request, reply) => {
      const { token } = request.params
      const registrant = await findRegistration(pool, token)
      if (registrant === undefined) return sayDeadLink(reply, 'registration')
      const password = typedPassword(request)
      const faults = chosenPasswordFaults(registrant, password, request.visitor.language)
      if (isFaulty({ faults })) return show(reply.code(400), token, registrant, { values: {}, faults })
      const confirmed = await confirmRegistration(pool, token, password)
      if (!confirmed.ok) {
        return confirmed.reason === 'unknown_link' ? sayDeadLink(reply, 'registration') : sayTaken(reply)
      }
      await beginSessionAs(context, request, reply, confirmed.user)
      return reply.seeOther('/', 'registered')
    },
  )

  function show(reply: FastifyReply, token: string, registrant: Registrant, form: FormState): FastifyReply {
    const { language } = reply.request.visitor
    const t = registrationTexts[language]
    return reply.page('pages/account/registration/confirm', {
      title: t.confirmTitle,
      section: 'register',
      scripts: ['show-password.js'],
      styles: ['account.css'],
      t,
      p: passwordTexts[language],
      form,
      token,
      registrant,
    })
  }

  function sayTaken(reply: FastifyReply): FastifyReply {
    const t = registrationTexts[reply.request.visitor.language]
    return reply.code(400).page('pages/account/registration/taken', {
      title: t.takenTitle,
      section: 'logIn',
      styles: ['account.css'],
      t,
    })
  }
}
