import {
  changePassword,
  changeProfile,
  chooseNotices,
  endSessions,
  listSessions,
  noticeKinds,
  removeUser,
} from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import { checkBody, closed, languages, oneOf } from '@ecmr/contract'
import { accountOf } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { actorOf } from '../../commands/caller.js'
import { choicesOf, type FormState, isFaulty, oneLine, valuesOf } from '../../forms/form.js'
import { sentencesFor } from '../../forms/sentences.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { sendToIdentify } from '../../plugins/access.js'
import { PageProblem } from '../../problems/page-problem.js'
import { browserName } from './browser-name.js'
import { accountPage, existingPassword, newPasswordFaults, typedPassword, waitInWords } from './forms.js'
import { goOnElsewhere } from './session.js'
import { profileTexts } from './texts.js'

const YEAR_S = 365 * 24 * 3_600
const MOST_SESSIONS = 20
/** What concerns the person, whichever company its form was opened for. */
const OF_PERSON = { config: { access: 'person', anyCompany: true } } as const

const profileForm = closed({
  name: oneLine('Name of the person', 200),
  language: oneOf(languages, 'Language of pages and messages'),
})
const passwordForm = closed({ current: existingPassword })

/** A user's own account: name, language, companies, password and sessions. */
export const profilePages: Pages = (app, context) => {
  const { pool, cookies, mailer } = context
  const show = profilePage(pool, mailer !== undefined)

  app.get('/cuenta', access.person, async (request, reply) => show(request, reply))

  app.post('/cuenta', OF_PERSON, async (request, reply) => {
    const person = signedIn(request)
    const { name = '', language: wanted = '' } = valuesOf(request)
    const values = { name, language: wanted }
    const faults = sentencesFor(checkBody(profileForm, values), request.visitor.language)
    const language = languages.find((known) => known === wanted)
    if (isFaulty({ faults }) || language === undefined)
      return show(request, reply.code(400), { values, faults })
    await changeProfile(pool, person.user, { name, language }, actorOf(person))
    // The cookie takes precedence over the account, so both must agree.
    cookies.set(reply, 'language', language, YEAR_S)
    return reply.seeOther('/cuenta', 'profile_saved')
  })

  app.get('/cuenta/avisos', access.person, async (_request, reply) => reply.seeOther('/cuenta#avisos'))

  app.post('/cuenta/avisos', access.person, async (request, reply) => {
    const person = signedIn(request)
    const ticked = choicesOf(request, 'notices')
    const notices = noticeKinds.filter((kind) => ticked.includes(kind))
    if (notices.length < new Set(ticked).size) {
      const { unknownNotice } = profileTexts[request.visitor.language]
      return show(request, reply.code(400), { values: {}, faults: { notices: unknownNotice } })
    }
    if (mailer === undefined) throw new PageProblem('not_found')
    await chooseNotices(pool, person.user, notices, actorOf(person))
    return reply.seeOther('/cuenta', 'notices_saved')
  })

  // The address of a rejected form, opened directly.
  app.get('/cuenta/contrasena', access.person, async (_request, reply) => reply.seeOther('/cuenta'))

  app.post('/cuenta/contrasena', OF_PERSON, async (request, reply) => {
    const person = signedIn(request)
    const { user, memberships, sessionId } = person
    if (person.secondFactor !== null && !person.isFresh) return sendToIdentify(request, reply, '/cuenta')
    const { language } = request.visitor
    const t = profileTexts[language]
    const [current, password] = [typedPassword(request, 'current'), typedPassword(request)]
    const { end_assistants = '' } = valuesOf(request)
    const again = (faults: FormState['faults'], status = 400): Promise<FastifyReply> =>
      show(request, reply.code(status), { values: { end_assistants }, faults })

    const faults = {
      ...sentencesFor(checkBody(passwordForm, { current }), language),
      ...newPasswordFaults(
        password,
        [user.name, user.email, ...memberships.map(({ company_name }) => company_name)],
        language,
      ),
    }
    if (isFaulty({ faults })) return again(faults)
    const endsAssistants = end_assistants === 'true'
    const change = { user, current, next: password, keepSessionId: sessionId, endsAssistants }
    const changed = await changePassword(pool, change)
    if (changed.ok)
      return reply.seeOther('/cuenta', endsAssistants ? 'password_changed_for_all' : 'password_changed')
    if (changed.reason === 'wrong') return again({ current: t.wrong })
    reply.header('retry-after', String(changed.retryAfterSeconds))
    return again({ '': t.tooMany(waitInWords(changed.retryAfterSeconds, language)) }, 429)
  })

  app.get('/cuenta/empresa/dejar', access.person, async (_request, reply) => reply.seeOther('/cuenta'))

  app.post('/cuenta/empresa/dejar', access.person, async (request, reply) => {
    const person = signedIn(request)
    const left = await removeUser(pool, person.company.id, person.user.id, actorOf(person))
    if (left !== 'last_owner') return goOnElsewhere(context, request, reply)
    const { lastOwner } = profileTexts[request.visitor.language]
    return show(request, reply.code(400), { values: {}, faults: { '': lastOwner } })
  })

  app.post<{ Params: { id: string } }>('/cuenta/sesiones/:id/cerrar', OF_PERSON, async (request, reply) => {
    const person = signedIn(request)
    const { id } = request.params
    const ended = await endSessions(pool, person.user, { only: id }, actorOf(person))
    if (ended === 0) throw new PageProblem('not_found')
    if (id !== person.sessionId) return reply.seeOther('/cuenta', 'session_ended')
    cookies.clear(reply, 'session')
    return reply.seeOther('/entrar', 'logged_out')
  })

  app.post('/cuenta/sesiones/cerrar-otras', OF_PERSON, async (request, reply) => {
    const person = signedIn(request)
    await endSessions(pool, person.user, { except: person.sessionId }, actorOf(person))
    return reply.seeOther('/cuenta', 'sessions_ended')
  })
}

const profilePage =
  (pool: Pool, sendsMail: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply, form?: FormState): Promise<FastifyReply> => {
    const { user, company, memberships, sessionId } = signedIn(request)
    const { language } = request.visitor
    const t = profileTexts[language]
    const sessions = (await listSessions(pool, user.id)).map((session) => ({
      ...session,
      browser: browserName(session.user_agent, language),
      isThis: session.id === sessionId,
    }))
    const thisFirst = sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
    return accountPage(reply, 'profile/profile', {
      title: t.title,
      section: 'account',
      hasPassword: true,
      sendsMail,
      noticeKinds,
      memberships,
      current: accountOf(company.id),
      t,
      form: {
        values: { name: user.name, language: user.language, ...form?.values },
        faults: form?.faults ?? {},
      },
      sessions: thisFirst.slice(0, MOST_SESSIONS),
      assistants: await countGrantsOfPerson(pool, user.id),
      more: Math.max(sessions.length - MOST_SESSIONS, 0),
    })
  }
