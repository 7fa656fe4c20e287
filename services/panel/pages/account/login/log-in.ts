import { logIn } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { localPath } from '../../../forms/local-path.js'
import { oneLine } from '../../../forms/one-line.js'
import { sentencesFor } from '../../../forms/sentences.js'
import type { Pages } from '../../../panel-server.js'
import { beginSession, deviceOf, placeOf } from '../begin-session.js'
import { passwordTexts } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'
import { loginTexts } from './texts.js'
import { waitInWords } from './wait-in-words.js'

const HOME = '/'

const loginForm = closed({
  email: oneLine('Mail address', 254),
  password: Type.String({ minLength: 1, maxLength: 1_000 }),
})

/** Logging in. Whether it was the address or the password that is wrong is not told. */
export const loginPages: Pages = (app, context) => {
  const host = new URL(context.siteUrl).host

  app.get<{ Querystring: { siguiente?: unknown } }>(
    '/entrar',
    { config: { access: 'public' } },
    async (request, reply) => {
      const onwards = localPath(request.query.siguiente, HOME)
      return request.visitor.signedIn ? reply.seeOther(onwards) : show(request, reply, onwards, emptyForm())
    },
  )

  app.post('/entrar', { config: { access: 'public' } }, async (request, reply) => {
    const { language } = request.visitor
    const { email = '', siguiente } = valuesOf(request)
    const password = typedPassword(request)
    const onwards = localPath(siguiente, HOME)
    const again = (status: number, faults: FormState['faults']): FastifyReply =>
      show(request, reply.code(status), onwards, { values: { email }, faults })

    const faults = sentencesFor(checkBody(loginForm, { email, password }), language)
    if (isFaulty({ faults })) return again(400, faults)
    const device = deviceOf(context, request, email)
    const login = await logIn(context.pool, { email, password, place: placeOf(request), device })
    if (login.ok) {
      await beginSession(context, request, reply, { token: login.token, email: login.user.email })
      return reply.seeOther(onwards)
    }
    if (login.reason === 'wrong') return again(400, { '': loginTexts[language].wrong })
    reply.header('retry-after', String(login.retryAfterSeconds))
    const wait = waitInWords(login.retryAfterSeconds, language)
    return again(429, { '': loginTexts[language].tooMany(wait) })
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    onwards: string,
    form: FormState,
  ): FastifyReply {
    const { language } = request.visitor
    const t = loginTexts[language]
    return reply.page('pages/account/login/login', {
      title: t.title,
      section: 'logIn',
      scripts: ['show-password.js'],
      styles: ['account.css'],
      t,
      p: passwordTexts[language],
      form,
      onwards: onwards === HOME ? undefined : onwards,
      isForAssistant: onwards.startsWith('/oauth/authorize?'),
      // The cookie would be another host's than the one that links lead to.
      isElsewhere: request.host !== host,
    })
  }
}
