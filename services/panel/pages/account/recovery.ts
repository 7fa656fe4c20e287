import { findReset, LIFETIMES, outsideOf, type Person, requestReset, resetPassword } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../forms/form.js'
import { sentencesFor } from '../../forms/sentences.js'
import type { Mailer } from '@ecmr/mail'
import { resetMessage } from '../../mail/messages.js'
import { access, type Pages } from '../../panel-server.js'
import {
  accountPage,
  emailAddress,
  FEW_A_MINUTE,
  linkPages,
  newPasswordFaults,
  noSoonerThan,
  type OpenLink,
  showDeadLink,
  typedPassword,
} from './forms.js'
import { SECOND_STEP } from './second-step/address.js'
import { beginSessionAs, deviceOf, loginPlaceOf } from './session.js'
import { recoveryTexts } from './texts.js'

/** Longer than finding an account and creating a link take. */
const ANSWER_AFTER_MS = 300

const ACTOR = { kind: 'system', id: 'panel', name: 'Panel' } as const

const requestForm = closed({ email: emailAddress })

/**
 * Requesting a link for a new password, and choosing it. The answer is the same whether the address has an account or
 * not. Without a mailer the page says who creates links instead.
 */
export const recoveryPages: Pages = (app, context) => {
  const { pool, mailer, siteUrl, clock } = context

  app.get('/recuperar', access.public, async (_request, reply) => show(reply, emptyForm()))

  const config = { access: 'public', rateLimit: FEW_A_MINUTE } as const
  app.post('/recuperar', { config }, async (request, reply) => {
    if (mailer === undefined) return show(reply, emptyForm())
    const { language } = request.visitor
    const { email = '' } = valuesOf(request)
    const faults = sentencesFor(checkBody(requestForm, { email }), language)
    if (isFaulty({ faults })) return show(reply.code(400), { values: { email }, faults })
    await noSoonerThan(ANSWER_AFTER_MS, () => sendLink(mailer, email, request))
    const t = recoveryTexts[language]
    return accountPage(reply, 'recovery/sent', { title: t.sentTitle, section: 'logIn', t })
  })

  linkPages<Person>(
    app,
    { path: '/recuperar', purpose: 'reset' },
    {
      find: (token) => findReset(pool, token),
      show: (reply, link) => showChoice(reply, link, emptyForm({ end_assistants: 'true' })),
      async take(request, reply, link) {
        const { name, email } = link.target
        const password = typedPassword(request)
        const { end_assistants = '' } = valuesOf(request)
        const faults = newPasswordFaults(password, [name, email], request.visitor.language)
        if (isFaulty({ faults }))
          return showChoice(reply.code(400), link, { values: { end_assistants }, faults })
        const endsAssistants = end_assistants === 'true'
        const reset = await resetPassword(pool, link.token, password, { endsAssistants })
        if (!reset.ok) return showDeadLink(reply, 'reset')
        const begun = await beginSessionAs(context, request, reply, reset.user)
        if (begun === 'no_company') return reply.seeOther('/entrar', 'password_changed_no_company')
        if (begun === 'second_step') return reply.seeOther(SECOND_STEP, 'password_changed')
        return reply.seeOther('/', endsAssistants ? 'password_changed_for_all' : 'password_changed')
      },
    },
  )

  async function sendLink(mailer: Mailer, email: string, request: FastifyRequest): Promise<void> {
    const from = outsideOf(loginPlaceOf(request), deviceOf(context, request, email))
    const reset = await requestReset(pool, email, ACTOR, from)
    if (reset === undefined) return
    const link = `${siteUrl}/recuperar/${reset.token}`
    const ends = new Date(clock().getTime() + LIFETIMES.reset)
    const { email: to, language } = reset.user
    mailer.send({ to, ...resetMessage[language]({ link, ends, from: request.ip }) })
  }

  function show(reply: FastifyReply, form: FormState): FastifyReply {
    const t = recoveryTexts[reply.request.visitor.language]
    const data = { title: t.title, section: 'logIn', t, form, isMailed: mailer !== undefined }
    return accountPage(reply, 'recovery/recover', data)
  }

  async function showChoice(
    reply: FastifyReply,
    { token, target: { id, email } }: OpenLink<Person>,
    form: FormState,
  ): Promise<FastifyReply> {
    const t = recoveryTexts[reply.request.visitor.language]
    return accountPage(reply, 'recovery/choose', {
      title: t.chooseTitle,
      section: 'logIn',
      hasPassword: true,
      t,
      form,
      token,
      assistants: await countGrantsOfPerson(pool, id),
      // Browsers store passwords under it.
      email,
    })
  }
}
