import { findReset, passwordFault, resetPassword, type User } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState, valuesOf } from '../../../forms/form.js'
import type { Pages } from '../../../panel-server.js'
import { beginSessionAs } from '../begin-session.js'
import { FEW_A_MINUTE } from '../few-a-minute.js'
import { sayDeadLink } from '../links/dead-link.js'
import { passwordFlash } from '../password/password-flash.js'
import { passwordFaults, passwordTexts } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'
import { recoveryTexts } from './texts.js'

interface Link {
  readonly Params: { readonly token: string }
}

/** Choosing another password by a link. */
export const choosePages: Pages = (app, context) => {
  const { pool } = context

  app.get<Link>('/recuperar/:token', { config: { access: 'public' } }, async ({ params }, reply) => {
    const user = await findReset(pool, params.token)
    return user
      ? show(reply, params.token, user, emptyForm({ end_assistants: 'true' }))
      : sayDeadLink(reply, 'reset')
  })

  app.post<Link>(
    '/recuperar/:token',
    { config: { access: 'public', rateLimit: FEW_A_MINUTE } },
    async (request, reply) => {
      const { token } = request.params
      const user = await findReset(pool, token)
      if (user === undefined) return sayDeadLink(reply, 'reset')
      const password = typedPassword(request)
      const { end_assistants = '' } = valuesOf(request)
      const fault = passwordFault(password, [user.name, user.email])
      if (fault !== undefined) {
        const faults = { password: passwordFaults[request.visitor.language][fault] }
        return show(reply.code(400), token, user, { values: { end_assistants }, faults })
      }
      const endsAssistants = end_assistants === 'true'
      const reset = await resetPassword(pool, token, password, { endsAssistants })
      if (!reset.ok) return sayDeadLink(reply, 'reset')
      await beginSessionAs(context, request, reply, reset.user)
      return reply.seeOther('/', passwordFlash(endsAssistants))
    },
  )

  async function show(
    reply: FastifyReply,
    token: string,
    { id, email }: User,
    form: FormState,
  ): Promise<FastifyReply> {
    const { language } = reply.request.visitor
    const t = recoveryTexts[language]
    return reply.page('pages/account/recovery/choose', {
      title: t.chooseTitle,
      section: 'logIn',
      scripts: ['show-password.js'],
      styles: ['account.css'],
      t,
      p: passwordTexts[language],
      form,
      token,
      assistants: await countGrantsOfPerson(pool, id),
      // For the browser, which keeps passwords by it.
      email,
    })
  }
}
