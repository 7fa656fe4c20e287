import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../commands/actor.js'
import { type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { texts } from './texts.js'
import { waysTo } from './ways.js'

/** How assistants are connected, and which ones are: everybody of the company may see it, owners may disconnect. */
export const connectPages: Pages = (app, { assistants, siteUrl }) => {
  const address = `${siteUrl}/mcp`

  app.get('/conectar-ia', { config: { access: 'member' } }, async (request, reply) => {
    const { language } = request.visitor
    const { company, user } = signedIn(request)
    const t = texts[language]
    return reply.page('pages/connect/connect', {
      title: t.title,
      section: 'connect',
      t,
      address,
      isPublic: siteUrl.startsWith('https:'),
      ways: waysTo(address, language),
      plan: company.plan,
      isPlanGood: company.plan !== 'free',
      isOwner: user.role === 'owner',
      assistants: await assistants?.list(company.id),
    })
  })

  app.post<{ Params: { id: string } }>(
    '/conectar-ia/:id/desconectar',
    { config: { access: 'owner' } },
    async (request, reply) => {
      if (!(await disconnect(request, request.params.id))) throw new PageProblem('not_found')
      return reply.seeOther('/conectar-ia', 'assistant_disconnected')
    },
  )

  async function disconnect(request: FastifyRequest, id: string): Promise<boolean> {
    const person = signedIn(request)
    return (await assistants?.disconnect(person.company.id, id, actorOf(person))) ?? false
  }
}
