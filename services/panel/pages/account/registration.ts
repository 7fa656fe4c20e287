import {
  confirmRegistration,
  findRegistration,
  LIFETIMES,
  type Registrant,
  register,
  requestRegistration,
} from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty, oneLine, valuesOf } from '../../forms/form.js'
import { sentencesFor } from '../../forms/sentences.js'
import type { Mailer } from '@ecmr/mail'
import { accountExistsMessage, registrationMessage } from '../../mail/messages.js'
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
import { beginSessionAs } from './session.js'
import { registrationTexts } from './texts.js'

/** Longer than finding an account and creating a link take, also under load. */
const ANSWER_AFTER_MS = 600

const NEW_ACCOUNT = { by: 'link', isNewAccount: true } as const

const registrantForm = closed({
  company_name: oneLine('Name of the company', 200),
  name: oneLine('Name of the person', 200),
  email: emailAddress,
})

/**
 * Registering a company. With a mailer every request gets the same answer, and only the owner of the address learns the
 * outcome and chooses the password. Without one the account is created at once, and a taken address is reported.
 */
export const registrationPages: Pages = (app, context) => {
  const { pool, mailer, siteUrl, clock } = context

  app.get('/registro', access.public, async (request, reply) =>
    request.visitor.signedIn ? reply.seeOther('/') : show(reply, emptyForm()),
  )

  app.post('/registro', { config: { access: 'public', rateLimit: FEW_A_MINUTE } }, async (request, reply) => {
    if (request.visitor.signedIn) return reply.seeOther('/')
    const { company_name = '', name = '', email = '' } = valuesOf(request)
    const typed = { company_name, name, email, language: request.visitor.language }
    return mailer === undefined
      ? registerNow(request, reply, typed)
      : registerByMail(mailer, request, reply, typed)
  })

  linkPages<Registrant>(
    app,
    { path: '/registro', purpose: 'registration' },
    {
      find: (token) => findRegistration(pool, token),
      show: (reply, link) => showConfirmation(reply, link),
      async take(request, reply, link) {
        const password = typedPassword(request)
        const faults = passwordFaultsOf({ ...link.target, language: request.visitor.language }, password)
        if (isFaulty({ faults })) return showConfirmation(reply.code(400), link, faults)
        const confirmed = await confirmRegistration(pool, link.token, password)
        if (!confirmed.ok)
          return confirmed.reason === 'unknown_link' ? showDeadLink(reply, 'registration') : showTaken(reply)
        await beginSessionAs(context, request, reply, confirmed.user, NEW_ACCOUNT)
        return reply.seeOther('/', 'registered')
      },
    },
  )

  async function registerByMail(
    mailer: Mailer,
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Registrant,
  ): Promise<FastifyReply> {
    const faults = registrantFaults(typed)
    if (isFaulty({ faults })) return showAgain(reply, typed, faults)
    await noSoonerThan(ANSWER_AFTER_MS, () => sendLink(mailer, request, typed))
    const t = registrationTexts[typed.language]
    return accountPage(reply, 'registration/sent', { title: t.sentTitle, section: 'register', t })
  }

  async function sendLink(mailer: Mailer, { ip: from }: FastifyRequest, typed: Registrant): Promise<void> {
    const requested = await requestRegistration(pool, typed)
    if (requested.kind === 'email_taken') {
      const { email: to, language } = requested.user
      return mailer.send({ to, ...accountExistsMessage[language]({ siteUrl, from }) })
    }
    const link = `${siteUrl}/registro/${requested.token}`
    const ends = new Date(clock().getTime() + LIFETIMES.registration)
    mailer.send({ to: typed.email, ...registrationMessage[typed.language]({ link, ends, from }) })
  }

  async function registerNow(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Registrant,
  ): Promise<FastifyReply> {
    const password = typedPassword(request)
    const faults = { ...registrantFaults(typed), ...passwordFaultsOf(typed, password) }
    if (isFaulty({ faults })) return showAgain(reply, typed, faults)
    const registered = await register(pool, { ...typed, password })
    if (!registered.ok) return showAgain(reply, typed, { email: registrationTexts[typed.language].taken })
    await beginSessionAs(context, request, reply, registered.user, NEW_ACCOUNT)
    return reply.seeOther('/', 'registered')
  }

  function showAgain(
    reply: FastifyReply,
    { language: _, ...values }: Registrant,
    faults: FormState['faults'],
  ): FastifyReply {
    return show(reply.code(400), { values: { ...values }, faults })
  }

  function show(reply: FastifyReply, form: FormState): FastifyReply {
    const t = registrationTexts[reply.request.visitor.language]
    const isMailed = mailer !== undefined
    const data = { title: t.title, section: 'register', hasPassword: !isMailed, t, form, isMailed }
    return accountPage(reply, 'registration/register', data)
  }
}

function registrantFaults({ language, ...typed }: Registrant): FormState['faults'] {
  return sentencesFor(checkBody(registrantForm, typed), language)
}

function passwordFaultsOf(
  { company_name, name, email, language }: Registrant,
  password: string,
): FormState['faults'] {
  return newPasswordFaults(password, [name, email, company_name], language)
}

function showConfirmation(
  reply: FastifyReply,
  { token, target: registrant }: OpenLink<Registrant>,
  faults: FormState['faults'] = {},
): FastifyReply {
  const t = registrationTexts[reply.request.visitor.language]
  return accountPage(reply, 'registration/confirm', {
    title: t.confirmTitle,
    section: 'register',
    hasPassword: true,
    t,
    form: { values: {}, faults },
    token,
    registrant,
  })
}

function showTaken(reply: FastifyReply): FastifyReply {
  const t = registrationTexts[reply.request.visitor.language]
  return accountPage(reply.code(400), 'registration/taken', { title: t.takenTitle, section: 'logIn', t })
}
