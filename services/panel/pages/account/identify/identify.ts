import { identify, openPendingLogin, passkeySite, readSecondFactor } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { localPath } from '../../../forms/local-path.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { accountPage, existingPassword, typedPassword, waitInWords } from '../forms.js'
import { secondStepTo } from '../second-step/address.js'
import { identifyTexts } from '../second-step/texts.js'
import { awaitSecondStep } from '../session.js'

const ADDRESS = '/cuenta/identificarse'
const OF_PERSON = { config: { access: 'person', anyCompany: true, beforeSecondFactor: true } } as const

const passwordForm = closed({ password: existingPassword })

/** Where people who are logged in prove that it is still them, before they change what is security's. */
export const identifyPages: Pages = (app, context) => {
  const { pool } = context

  app.get<{ Querystring: { siguiente?: unknown } }>(ADDRESS, OF_PERSON, async (request, reply) =>
    show(context, reply, localPath(request.query.siguiente, '/cuenta'), emptyForm()),
  )

  app.post(ADDRESS, OF_PERSON, async (request, reply) => {
    const { user, sessionId } = signedIn(request)
    const { language } = request.visitor
    const onwards = onwardsOf(request)
    const password = typedPassword(request)
    const again = (status: number, faults: FormState['faults']) =>
      show(context, reply.code(status), onwards, { values: {}, faults })
    const faults = sentencesFor(checkBody(passwordForm, { password }), language)
    if (isFaulty({ faults })) return again(400, faults)
    const identified = await identify(pool, { user, sessionId, password })
    if (identified.ok) return reply.seeOther(onwards)
    if (identified.reason === 'second_step') {
      awaitSecondStep(context, reply, identified)
      return reply.seeOther(secondStepTo(onwards))
    }
    context.loginRefused('identify', identified.reason)
    const t = identifyTexts[language]
    if (identified.reason === 'wrong') return again(400, { password: t.wrong })
    reply.header('retry-after', String(identified.retryAfterSeconds))
    return again(429, { '': t.tooMany(waitInWords(identified.retryAfterSeconds, language)) })
  })

  app.get(`${ADDRESS}/llave`, OF_PERSON, async (_request, reply) => reply.seeOther(ADDRESS))

  app.post(`${ADDRESS}/llave`, OF_PERSON, async (request, reply) => {
    const { user, sessionId } = signedIn(request)
    const opening = { userId: user.id, sessionId, provenBy: 'nothing' } as const
    awaitSecondStep(context, reply, await openPendingLogin(pool, opening))
    return reply.seeOther(secondStepTo(onwardsOf(request)))
  })
}

function onwardsOf(request: FastifyRequest): string {
  return localPath(valuesOf(request).siguiente, '/cuenta')
}

async function show(
  { pool, siteUrl }: PanelContext,
  reply: FastifyReply,
  onwards: string,
  form: FormState,
): Promise<FastifyReply> {
  const { visitor } = reply.request
  const t = identifyTexts[visitor.language]
  const { passkeys } = await readSecondFactor(pool, signedIn(reply.request).user.id)
  return accountPage(reply, 'identify/identify', {
    title: t.title,
    section: 'account',
    hasPassword: true,
    extraScripts: ['passkey.js'],
    t,
    form,
    onwards,
    hasPasskeys: passkeys.length > 0 && typeof passkeySite(siteUrl) === 'object',
  })
}
