import { endSession, logIn, passkeySite } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty, oneLine, valuesOf } from '../../forms/form.js'
import { localPath } from '../../forms/local-path.js'
import { sentencesFor } from '../../forms/sentences.js'
import type { Pages } from '../../panel-server.js'
import { accountPage, existingPassword, typedPassword, waitInWords } from './forms.js'
import { secondStepTo } from './second-step/address.js'
import { awaitSecondStep, beginSession, deviceOf, loginPlaceOf } from './session.js'
import { loginTexts } from './texts.js'

const HOME = '/'
const BEFORE_SECOND_FACTOR = { config: { access: 'public', beforeSecondFactor: true } } as const

const loginForm = closed({ email: oneLine('Email address', 254), password: existingPassword })

/** Logging in and out. A failed login does not reveal whether the address or the password is wrong. */
export const loginPages: Pages = (app, context) => {
  const { pool, cookies } = context
  const host = new URL(context.siteUrl).host

  app.get<{ Querystring: { siguiente?: unknown } }>(
    '/entrar',
    BEFORE_SECOND_FACTOR,
    async (request, reply) => {
      const onwards = localPath(request.query.siguiente, HOME)
      return request.visitor.signedIn ? reply.seeOther(onwards) : show(request, reply, onwards, emptyForm())
    },
  )

  app.post('/entrar', BEFORE_SECOND_FACTOR, async (request, reply) => {
    const { language } = request.visitor
    const { email = '', siguiente } = valuesOf(request)
    const password = typedPassword(request)
    const onwards = localPath(siguiente, HOME)
    const again = (status: number, faults: FormState['faults']): FastifyReply =>
      show(request, reply.code(status), onwards, { values: { email }, faults })

    const faults = sentencesFor(checkBody(loginForm, { email, password }), language)
    if (isFaulty({ faults })) return again(400, faults)
    const device = deviceOf(context, request, email)
    const login = await logIn(pool, { email, password, place: loginPlaceOf(request), device })
    if (login.ok) {
      await beginSession(context, request, reply, login)
      return reply.seeOther(onwards)
    }
    if (login.reason === 'second_step') {
      awaitSecondStep(context, reply, login)
      return reply.seeOther(secondStepTo(onwards))
    }
    context.loginRefused('password', login.reason)
    if (login.reason === 'wrong') return again(400, { '': loginTexts[language].wrong })
    if (login.reason === 'no_company') return again(403, { '': loginTexts[language].noCompany })
    reply.header('retry-after', String(login.retryAfterSeconds))
    const wait = waitInWords(login.retryAfterSeconds, language)
    return again(429, { '': loginTexts[language].tooMany(wait) })
  })

  // Public: the session may have ended while its page was open.
  app.post('/salir', BEFORE_SECOND_FACTOR, async (request, reply) => {
    const token = cookies.read(request, 'session')
    if (token !== undefined) await endSession(pool, token)
    context.live.checkSessions()
    cookies.clear(reply, 'session')
    cookies.clear(reply, 'login')
    cookies.clear(reply, 'csrf')
    cookies.clear(reply, 'mode')
    const onwards = localPath(valuesOf(request).siguiente, '')
    const login = onwards === '' ? '/entrar' : `/entrar?siguiente=${encodeURIComponent(onwards)}`
    return reply.seeOther(login, 'logged_out')
  })

  function show(
    { host: requestHost }: FastifyRequest,
    reply: FastifyReply,
    onwards: string,
    form: FormState,
  ): FastifyReply {
    const t = loginTexts[reply.request.visitor.language]
    return accountPage(reply, 'login/login', {
      title: t.title,
      section: 'logIn',
      hasPassword: true,
      extraScripts: ['passkey.js'],
      t,
      form,
      onwards: onwards === HOME ? undefined : onwards,
      isForAssistant: onwards.startsWith('/oauth/authorize?'),
      hasPasskeys: typeof passkeySite(context.siteUrl) === 'object',
      // The session cookie would belong to another host than the links.
      isElsewhere: requestHost !== host,
    })
  }
}
