import { findSession, switchCompany } from '@ecmr/accounts'
import { accountOf, actingFor, isTestCompany } from '@ecmr/domain'
import { valuesOf } from '../../../forms/form.js'
import { localPath } from '../../../forms/local-path.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { handedOn } from '../../../plugins/kept-form.js'
import { inChosenMode, TEST_MODE } from '../../../plugins/test-mode.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { membershipIn } from './other-company.js'
import { switchTexts } from './texts.js'

/**
 * Lets a session act for another of the person's companies. A form that was opened for that company, and sent while the session
 * acted for another, can be sent afterwards.
 */
export const switchPages: Pages = (app, { pool, cookies, live }) => {
  const config = { access: 'person', anyCompany: true, beforeSecondFactor: true } as const

  // The address of a switch, opened directly.
  app.get('/cambiar-empresa', { config }, async (_request, reply) => reply.seeOther('/'))

  app.post('/cambiar-empresa', { config }, async (request, reply) => {
    const person = signedIn(request)
    const { _company = '', _action = '', siguiente } = valuesOf(request)
    const chosen = membershipIn(request, _company)
    if (chosen === undefined) throw new PageProblem('not_found')
    const isThere = chosen.company_id === accountOf(person.company.id)
    if (!isThere && !(await switchCompany(pool, person, actingFor(chosen.company_id))))
      throw new PageProblem('not_found')
    live.checkSessions()
    const isTest = isTestCompany(_company)
    if (isTest) cookies.set(reply, 'mode', TEST_MODE)
    else cookies.clear(reply, 'mode')
    if (_action === '') return reply.seeOther(localPath(siguiente, '/'), 'company_switched')
    const now = await findSession(pool, cookies.read(request, 'session') ?? '')
    if (now === undefined) throw new PageProblem('session_ended')
    // What follows is a page of the company that was chosen.
    request.visitor = { ...request.visitor, signedIn: inChosenMode(now, isTest) }
    const t = switchTexts[request.visitor.language]
    return reply.page('pages/company/switch/switched', {
      title: t.switched.title(t.named(chosen.company_name, isTest)),
      scripts: ['note-draft.js'],
      t,
      kept: { action: localPath(_action, '/'), fields: handedOn(request) },
    })
  })
}
