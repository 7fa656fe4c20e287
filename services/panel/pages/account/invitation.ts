import { acceptInvitation, findInvitation } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState, isFaulty, oneLine, valuesOf } from '../../forms/form.js'
import { sentencesFor } from '../../forms/sentences.js'
import type { Pages } from '../../panel-server.js'
import {
  accountPage,
  linkPages,
  newPasswordFaults,
  type OpenLink,
  showDeadLink,
  typedPassword,
} from './forms.js'
import { beginSessionAs } from './session.js'
import { joiningTexts } from './texts.js'

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

const joiningForm = closed({ name: oneLine('Name of the person', 200) })

/** Joining a company by an invitation. */
export const invitationPages: Pages = (app, context) =>
  linkPages<Invitation>(
    app,
    { path: '/invitacion', purpose: 'invitation' },
    {
      find: (token) => findInvitation(context.pool, token),
      show: (reply, link) => show(reply, link, emptyForm()),
      async take(request, reply, link) {
        const { token, target: invitation } = link
        const { language } = request.visitor
        const { name = '' } = valuesOf(request)
        const password = typedPassword(request)
        const again = (faults: FormState['faults']): FastifyReply =>
          show(reply.code(400), link, { values: { name }, faults })
        const faults = {
          ...sentencesFor(checkBody(joiningForm, { name }), language),
          ...newPasswordFaults(password, [name, invitation.email, invitation.company_name], language),
        }
        if (isFaulty({ faults })) return again(faults)
        const accepted = await acceptInvitation(context.pool, token, { name, password, language })
        if (!accepted.ok)
          return accepted.reason === 'unknown_link'
            ? showDeadLink(reply, 'invitation')
            : again({ '': joiningTexts[language].taken })
        await beginSessionAs(context, request, reply, accepted.user)
        return reply.seeOther('/', 'joined')
      },
    },
  )

function show(
  reply: FastifyReply,
  { token, target: invitation }: OpenLink<Invitation>,
  form: FormState,
): FastifyReply {
  const t = joiningTexts[reply.request.visitor.language]
  const title = t.title(invitation.company_name)
  const data = { title, section: 'register', hasPassword: true, t, form, token, invitation }
  return accountPage(reply, 'invitation/join', data)
}
