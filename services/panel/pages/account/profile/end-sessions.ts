import { endOtherSessions, endSessionOf } from '@ecmr/accounts'
import { actorOf } from '../../../commands/caller.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'

/** Logging oneself out in other browsers. */
export const endSessionPages: Pages = (app, { pool, cookies }) => {
  app.post<{ Params: { id: string } }>(
    '/cuenta/sesiones/:id/cerrar',
    { config: { access: 'member' } },
    async (request, reply) => {
      const person = signedIn(request)
      const { id } = request.params
      if (!(await endSessionOf(pool, person.user, id, actorOf(person)))) throw new PageProblem('not_found')
      if (id !== person.sessionId) return reply.seeOther('/cuenta', 'session_ended')
      cookies.clear(reply, 'session')
      return reply.seeOther('/entrar', 'logged_out')
    },
  )

  app.post('/cuenta/sesiones/cerrar-otras', { config: { access: 'member' } }, async (request, reply) => {
    const person = signedIn(request)
    await endOtherSessions(pool, person.user, person.sessionId, actorOf(person))
    return reply.seeOther('/cuenta', 'sessions_ended')
  })
}
