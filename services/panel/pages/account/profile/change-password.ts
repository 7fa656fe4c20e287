import { changePassword, passwordFault } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { waitInWords } from '../login/wait-in-words.js'
import { passwordFlash } from '../password/password-flash.js'
import { passwordFaults } from '../password/texts.js'
import { typedPassword } from '../password/typed-password.js'
import { showProfile } from './show-profile.js'
import { profileTexts } from './texts.js'

const passwordForm = closed({ current: Type.String({ minLength: 1, maxLength: 1_000 }) })

/** Changing one's password, by whoever knows the one that it replaces. */
export const changePasswordPages: Pages = (app, { pool }) => {
  // Where a form with faults stands; whoever opens it by its address means the page.
  app.get('/cuenta/contrasena', { config: { access: 'member' } }, async (_request, reply) =>
    reply.seeOther('/cuenta'),
  )

  app.post('/cuenta/contrasena', { config: { access: 'member' } }, async (request, reply) => {
    const { user, company, sessionId } = signedIn(request)
    const { language } = request.visitor
    const t = profileTexts[language]
    const [current, password] = [typedPassword(request, 'current'), typedPassword(request)]
    const { end_assistants = '' } = valuesOf(request)
    const again = (faults: FormState['faults'], status = 400): Promise<FastifyReply> =>
      showProfile(pool, request, reply.code(status), { values: { end_assistants }, faults })

    const fault = passwordFault(password, [user.name, user.email, company.name])
    const faults = {
      ...sentencesFor(checkBody(passwordForm, { current }), language),
      ...(fault && { password: passwordFaults[language][fault] }),
    }
    if (isFaulty({ faults })) return again(faults)
    const endsAssistants = end_assistants === 'true'
    const change = { user, current, next: password, keepSessionId: sessionId, endsAssistants }
    const changed = await changePassword(pool, change)
    if (changed.ok) return reply.seeOther('/cuenta', passwordFlash(endsAssistants))
    if (changed.reason === 'wrong') return again({ current: t.wrong })
    reply.header('retry-after', String(changed.retryAfterSeconds))
    return again({ '': t.tooMany(waitInWords(changed.retryAfterSeconds, language)) }, 429)
  })
}
