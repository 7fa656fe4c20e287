import { LIFETIMES, type Registrant, register, requestRegistration } from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty } from '../../../forms/form.js'
import type { Mailer } from '../../../mail/mailer.js'
import { accountExistsMessage } from '../../../mail/messages/account-exists.js'
import { registrationMessage } from '../../../mail/messages/registration.js'
import type { Pages } from '../../../panel-server.js'
import { beginSessionAs } from '../begin-session.js'
import { FEW_A_MINUTE } from '../few-a-minute.js'
import { noSoonerThan } from '../no-sooner-than.js'
import { passwordTexts } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'
import { chosenPasswordFaults, registrantFaults, registrantTyped } from './registration-form.js'
import { registrationTexts } from './texts.js'

/** Longer than finding an account and making a link take, also on a server that has much to do. */
const ANSWER_AFTER_MS = 600

/**
 * Registering a company. With a mailer whoever asks is always told the same: what has become of it is for the owner of
 * the address to read, and it is he who chooses the password. Without one the account is made at once, and an address
 * that is taken has to be told.
 */
export const registrationPages: Pages = (app, context) => {
  const { pool, mailer, siteUrl, clock } = context

  app.get('/registro', { config: { access: 'public' } }, async (request, reply) =>
    request.visitor.signedIn ? reply.seeOther('/') : show(request, reply, emptyForm()),
  )

  app.post('/registro', { config: { access: 'public', rateLimit: FEW_A_MINUTE } }, async (request, reply) => {
    if (request.visitor.signedIn) return reply.seeOther('/')
    const typed = registrantTyped(request)
    return mailer === undefined
      ? registerNow(request, reply, typed)
      : registerByMail(mailer, request, reply, typed)
  })

  async function registerByMail(
    mailer: Mailer,
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Registrant,
  ): Promise<FastifyReply> {
    const faults = registrantFaults(typed)
    if (isFaulty({ faults })) return showAgain(request, reply, typed, faults)
    await noSoonerThan(ANSWER_AFTER_MS, () => sendLink(mailer, request, typed))
    const t = registrationTexts[typed.language]
    return reply.page('pages/account/registration/sent', {
      title: t.sentTitle,
      section: 'register',
      styles: ['account.css'],
      t,
    })
  }

  async function sendLink(mailer: Mailer, { ip: from }: FastifyRequest, typed: Registrant): Promise<void> {
    const requested = await requestRegistration(pool, typed)
    if (requested.kind === 'email_taken') {
      const { email: to, language } = requested.user
      return mailer.send(accountExistsMessage(language, { to, siteUrl, from }))
    }
    const link = `${siteUrl}/registro/${requested.token}`
    const ends = new Date(clock().getTime() + LIFETIMES.registration)
    mailer.send(registrationMessage(typed.language, { to: typed.email, link, ends, from }))
  }

  async function registerNow(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Registrant,
  ): Promise<FastifyReply> {
    const { language } = typed
    const password = typedPassword(request)
    const faults = { ...registrantFaults(typed), ...chosenPasswordFaults(typed, password, language) }
    if (isFaulty({ faults })) return showAgain(request, reply, typed, faults)
    const registered = await register(pool, { ...typed, password })
    if (!registered.ok) return showAgain(request, reply, typed, { email: registrationTexts[language].taken })
    await beginSessionAs(context, request, reply, registered.user)
    return reply.seeOther('/', 'registered')
  }

  function showAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    { company_name, name, email }: Registrant,
    faults: FormState['faults'],
  ): FastifyReply {
    return show(request, reply.code(400), { values: { company_name, name, email }, faults })
  }

  function show({ visitor }: FastifyRequest, reply: FastifyReply, form: FormState): FastifyReply {
    const t = registrationTexts[visitor.language]
    return reply.page('pages/account/registration/register', {
      title: t.title,
      section: 'register',
      scripts: mailer === undefined ? ['show-password.js'] : [],
      styles: ['account.css'],
      t,
      p: passwordTexts[visitor.language],
      form,
      isMailed: mailer !== undefined,
    })
  }
}
