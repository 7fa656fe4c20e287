import { confirmRegistration, logInAs } from '@ecmr/accounts'
import type { Pages } from '../../../panel-server.js'
import { beginSession, placeOf } from '../begin-session.js'
import { sayDeadLink } from '../links/dead-link.js'
import { registrationTexts } from './texts.js'

interface Link {
  readonly Params: { readonly token: string }
}

/** Following the link of a registration. Opening it does nothing yet: mail servers open links too. */
export const confirmationPages: Pages = (app, context) => {
  app.get<Link>('/registro/:token', { config: { access: 'public' } }, async (request, reply) => {
    const t = registrationTexts[request.visitor.language]
    return reply.page('pages/account/registration/confirm', {
      title: t.confirmTitle,
      section: 'register',
      styles: ['account.css'],
      t,
      token: request.params.token,
    })
  })

  app.post<Link>('/registro/:token', { config: { access: 'public' } }, async (request, reply) => {
    const confirmed = await confirmRegistration(context.pool, request.params.token)
    if (confirmed.ok) {
      const { token } = await logInAs(context.pool, confirmed.user.id, placeOf(request))
      await beginSession(context, request, reply, token)
      return reply.seeOther('/', 'registered')
    }
    if (confirmed.reason === 'unknown_link') return sayDeadLink(reply, 'registration')
    const t = registrationTexts[request.visitor.language]
    return reply.code(400).page('pages/account/registration/taken', {
      title: t.takenTitle,
      section: 'logIn',
      styles: ['account.css'],
      t,
    })
  })
}
