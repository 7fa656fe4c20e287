import { isLoopbackHost } from '@ecmr/accounts/oauth'
import { isPrivateCaller } from '@ecmr/web'
import type { FastifyRequest } from 'fastify'
import { isForClients, originGuard, pathOf, speaksJsonRpc } from '../addresses.js'
import type { McpDependencies, McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

/**
 * Refuses requests for another host than ours, and from web pages of origins that may not call (DNS rebinding).
 *
 * It goes by the header Host alone: a page can set X-Forwarded-Host on requests to what passes for its own origin.
 */
export function guardHosts(
  app: McpServer,
  { siteUrl, allowedOrigins }: Pick<McpDependencies, 'siteUrl' | 'allowedOrigins'>,
): void {
  const site = new URL(siteUrl)
  const isAllowed = originGuard({ siteUrl, allowedOrigins })
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request)
    if (!isForClients(path)) return
    const name = hostNameOf(request)
    if (name !== site.hostname && !(isLoopbackHost(name) && isPrivateCaller(request.raw)))
      throw new Refusal(403, `Call ${site.host}; a proxy must pass the header Host on as it came.`)
    const { origin } = request.headers
    if (origin === undefined || !speaksJsonRpc(path) || isAllowed(origin)) return
    throw new Refusal(403, 'Web pages of this origin may not call; MCP_ALLOWED_ORIGINS names those that may.')
  })
}

/** Of the header Host, without the port; empty when it is none. */
function hostNameOf({ headers: { host = '' } }: FastifyRequest): string {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.exec(host) ?? []
  return name.toLowerCase()
}
