import { LIFETIMES, outsideOf, requestReset } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import type { Mailer } from '../../../mail/mailer.js'
import { resetMessage } from '../../../mail/messages/reset.js'
import type { Pages } from '../../../panel-server.js'
import { deviceOf, placeOf } from '../begin-session.js'
import { emailAddress } from '../email-address.js'
import { FEW_A_MINUTE } from '../few-a-minute.js'
import { noSoonerThan } from '../no-sooner-than.js'
import { recoveryTexts } from './texts.js'

/** Longer than finding an account and making a link take. */
const ANSWER_AFTER_MS = 300

const ANYBODY = { kind: 'system', id: 'panel', name: 'Panel' } as const

const askForm = closed({ email: emailAddress })

/**
 * Asking for a link to choose another password. The answer is the same whether the address has an account or not.
 * Without a mailer the page says who makes links instead.
 */
export const askPages: Pages = (app, context) => {
  const { pool, mailer, siteUrl, clock } = context
  app.get('/recuperar', { config: { access: 'public' } }, async (request, reply) =>
    show(request, reply, emptyForm()),
  )

  app.post(
    '/recuperar',
    { config: { access: 'public', rateLimit: FEW_A_MINUTE } },
    async (request, reply) => {
      if (mailer === undefined) return show(request, reply, emptyForm())
      const { language } = request.visitor
      const { email = '' } = valuesOf(request)
      const faults = sentencesFor(checkBody(askForm, { email }), language)
      if (isFaulty({ faults })) return show(request, reply.code(400), { values: { email }, faults })
      await noSoonerThan(ANSWER_AFTER_MS, () => sendLink(mailer, email, request))
      const t = recoveryTexts[language]
      return reply.page('pages/account/recovery/sent', {
        title: t.sentTitle,
        section: 'logIn',
        styles: ['account.css'],
        t,
      })
    },
  )

  async function sendLink(mailer: Mailer, email: string, request: FastifyRequest): Promise<void> {
    const from = outsideOf(placeOf(request), deviceOf(context, request, email))
    const reset = await requestReset(pool, email, ANYBODY, from)
    if (reset === undefined) return
    const link = `${siteUrl}/recuperar/${reset.token}`
    const ends = new Date(clock().getTime() + LIFETIMES.reset)
    mailer.send(resetMessage(reset.user.language, { to: reset.user.email, link, ends, from: request.ip }))
  }

  function show({ visitor }: FastifyRequest, reply: FastifyReply, form: FormState): FastifyReply {
    const t = recoveryTexts[visitor.language]
    return reply.page('pages/account/recovery/recover', {
      title: t.title,
      section: 'logIn',
      styles: ['account.css'],
      t,
      form,
      isMailed: mailer !== undefined,
    })
  }
}
