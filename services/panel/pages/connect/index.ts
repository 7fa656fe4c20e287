import type { SignedIn } from '@ecmr/accounts'
import { endGrant, type Grant, hasAssistants, listGrants, resourceOf } from '@ecmr/accounts/oauth'
import { actorOf } from '../../commands/caller.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { authorizePages } from './authorize/index.js'
import { shownName } from './shown-name.js'
import { texts } from './texts.js'
import { waysTo } from './ways.js'

/**
 * How assistants are connected, and which ones are. All users of the company may see it. Owners may disconnect all of them, and
 * others those that they have connected themselves.
 */
export const connectPages: Pages = (app, context) => {
  const { pool, siteUrl } = context
  const address = resourceOf(siteUrl)
  authorizePages(app, context)

  app.get('/conectar-ia', access.member, async (request, reply) => {
    const { language } = request.visitor
    const person = signedIn(request)
    const { company, user } = person
    const t = texts[language]
    return reply.page('pages/connect/connect', {
      title: t.title,
      section: 'connect',
      styles: ['connect.css'],
      t,
      address,
      isPublic: siteUrl.startsWith('https:'),
      ways: waysTo(address, language),
      plan: company.plan,
      isPlanGood: hasAssistants(company.plan),
      isOwner: user.role === 'owner',
      assistants: connectedAssistants(await listGrants(pool, company.id), person),
    })
  })

  app.post<{ Params: { id: string } }>(
    '/conectar-ia/:id/desconectar',
    access.member,
    async (request, reply) => {
      const person = signedIn(request)
      const { company } = person
      const grant = (await listGrants(pool, company.id)).find(({ id }) => id === request.params.id)
      if (grant !== undefined && !mayDisconnect(grant, person)) throw new PageProblem('owners_only')
      const isEnded = grant !== undefined && (await endGrant(pool, company.id, grant.id, actorOf(person)))
      if (!isEnded) throw new PageProblem('not_found')
      return reply.seeOther('/conectar-ia', 'assistant_disconnected')
    },
  )
}

/** Owners manage all access, and other users what they have granted themselves. */
function mayDisconnect({ user_id }: Pick<Grant, 'user_id'>, { user }: SignedIn): boolean {
  return user.role === 'owner' || user_id === user.id
}

/** Assistants as the list shows them. */
function connectedAssistants(grants: readonly Grant[], person: SignedIn) {
  return grants.map((grant) => ({
    ...grant,
    name: shownName(grant.client_name) || '—',
    isEndable: mayDisconnect(grant, person),
  }))
}
