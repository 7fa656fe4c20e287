import { changeRole, removeUser, userRoles } from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../../commands/caller.js'
import { valuesOf } from '../../../forms/form.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { showPeople } from './show-people.js'
import { peopleTexts } from './texts.js'

interface OfPerson {
  readonly Params: { readonly id: string }
}

/** Who acts for the company, in which role. */
export const changePeoplePages: Pages = (app, { pool, cookies }) => {
  app.get('/empresa/personas', { config: { access: 'owner' } }, async (request, reply) =>
    showPeople(pool, request, reply),
  )

  app.post<OfPerson>('/empresa/personas/:id/rol', { config: { access: 'owner' } }, async (request, reply) => {
    const person = signedIn(request)
    const { id } = request.params
    const role = userRoles.find((known) => known === valuesOf(request).role)
    if (role === undefined) throw new PageProblem('malformed')
    const changed = await changeRole(pool, person.company.id, id, role, actorOf(person))
    if (changed !== 'done') return refuse(request, reply, changed)
    // Who is no owner any more cannot see this page either.
    const isOut = id === person.user.id && role !== 'owner'
    return reply.seeOther(isOut ? '/empresa' : '/empresa/personas', 'role_changed')
  })

  app.post<OfPerson>(
    '/empresa/personas/:id/quitar',
    { config: { access: 'owner' } },
    async (request, reply) => {
      const person = signedIn(request)
      const { id } = request.params
      const removed = await removeUser(pool, person.company.id, id, actorOf(person))
      if (removed !== 'done') return refuse(request, reply, removed)
      if (id !== person.user.id) return reply.seeOther('/empresa/personas', 'person_removed')
      cookies.clear(reply, 'session')
      return reply.seeOther('/entrar', 'person_removed')
    },
  )

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    why: 'not_found' | 'last_owner',
  ): Promise<FastifyReply> {
    if (why === 'not_found') throw new PageProblem('not_found')
    const refused = peopleTexts[request.visitor.language].lastOwner
    return showPeople(pool, request, reply.code(400), { refused })
  }
}
