import { acceptInvitation, acceptInvitationAs, findInvitation, isTo, switchCompany } from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import { actingFor } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { emptyForm, type FormState, isFaulty, oneLine, valuesOf } from '../../forms/form.js'
import { sentencesFor } from '../../forms/sentences.js'
import { type Pages, signedIn } from '../../panel-server.js'
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

/** Joining a company by an invitation: with a new account, or as the person who is logged in with the invited address. */
export const invitationPages: Pages = (app, context) =>
  linkPages<Invitation>(
    app,
    { path: '/invitacion', purpose: 'invitation' },
    {
      find: (token) => findInvitation(context.pool, token),
      show: (reply, link) => show(reply, link, emptyForm()),
      async take(request, reply, link) {
        if (accountIn(request, link)) return acceptAsYou(context, request, reply, link)
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
        const { user } = accepted
        await beginSessionAs(context, request, reply, user, {
          by: 'link',
          company: user.company_id,
          isNewAccount: true,
        })
        return reply.seeOther('/', 'joined')
      },
    },
  )

/** The user who is logged in, if the invitation is to their address. */
function accountIn({ visitor: { signedIn } }: FastifyRequest, { target }: OpenLink<Invitation>) {
  return signedIn && isTo(target, signedIn.user) ? signedIn : undefined
}

async function acceptAsYou(
  { pool, cookies, live }: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: OpenLink<Invitation>,
): Promise<FastifyReply> {
  const person = signedIn(request)
  const accepted = await acceptInvitationAs(pool, link.token, person.user)
  if (!accepted.ok && accepted.reason === 'too_many') {
    const { tooMany } = joiningTexts[request.visitor.language]
    return show(reply.code(400), link, { values: {}, faults: { '': tooMany } })
  }
  if (!accepted.ok) return showDeadLink(reply, 'invitation')
  await switchCompany(pool, person, actingFor(accepted.user.company_id))
  live.checkSessions()
  cookies.clear(reply, 'mode')
  return reply.seeOther('/', 'joined')
}

function show(reply: FastifyReply, link: OpenLink<Invitation>, form: FormState): FastifyReply {
  const { token, target: invitation } = link
  const you = accountIn(reply.request, link)
  const t = joiningTexts[reply.request.visitor.language]
  const title = t.title(invitation.company_name)
  const data = { title, section: 'register', hasPassword: you === undefined, t, form, token, invitation, you }
  return accountPage(reply, 'invitation/join', data)
}
