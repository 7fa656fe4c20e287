import { listSessions } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { FormState } from '../../../forms/form.js'
import { signedIn } from '../../../panel-server.js'
import { passwordTexts } from '../password/texts.js'
import { browserName } from './browser-name.js'
import { profileTexts } from './texts.js'

const MOST_SESSIONS = 20

/** The page on which a person sees and changes what concerns himself. */
export async function showProfile(
  pool: Pool,
  request: FastifyRequest,
  reply: FastifyReply,
  form?: Partial<FormState>,
): Promise<FastifyReply> {
  const { user, sessionId } = signedIn(request)
  const { language } = request.visitor
  const t = profileTexts[language]
  const sessions = (await listSessions(pool, user.id)).map((session) => ({
    ...session,
    browser: browserName(session.user_agent, language),
    isThis: session.id === sessionId,
  }))
  const thisFirst = sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
  return reply.page('pages/account/profile/profile', {
    title: t.title,
    section: 'account',
    scripts: ['show-password.js'],
    styles: ['account.css'],
    t,
    p: passwordTexts[language],
    form: {
      values: { name: user.name, language: user.language, ...form?.values },
      faults: form?.faults ?? {},
    },
    sessions: thisFirst.slice(0, MOST_SESSIONS),
    assistants: await countGrantsOfPerson(pool, user.id),
    more: Math.max(sessions.length - MOST_SESSIONS, 0),
  })
}
