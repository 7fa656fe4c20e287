import { oauthScopes, resourceOf } from '@ecmr/accounts/oauth'
import type { RouteOptions } from 'fastify'
import type { McpDependencies, McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

const [SCOPE] = oauthScopes

/** Lets only calls with a good access token pass, where one is asked for, before anything of the body is read. */
export function requireTokens(
  app: McpServer,
  { tokens, siteUrl }: Pick<McpDependencies, 'tokens' | 'siteUrl'>,
): void {
  const resource = resourceOf(siteUrl)
  const refuse = refusals(siteUrl)
  app.decorateRequest('assistant', undefined)
  refuseToStartUnsaid(app)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access !== 'token') return
    const token = bearerToken(request.headers.authorization)
    if (token === undefined) throw refuse.withoutToken()
    const assistant = await tokens.authenticate(token)
    // What was issued for another resource is no token here (RFC 8707).
    if (assistant?.resource !== resource) throw refuse.badToken()
    // Not a matter of scopes: asking the person again would not help.
    if (!assistant.isPlanGood) throw new Refusal(403, LAPSED_PLAN)
    if (assistant.lacksSecondFactor) throw new Refusal(403, NO_SECOND_FACTOR)
    if (!assistant.scopes.includes(SCOPE)) throw refuse.missingScope()
    request.assistant = assistant
  })
}

const LAPSED_PLAN = `The plan of the company has no assistants any more: that takes Pro or Enterprise. With one of \
these, the connection works again as it is.`

const NO_SECOND_FACTOR = `The company requires two-step verification of its people, and the person who connected this assistant \
has not set it up yet. Once they have, in the panel under "Security", the connection works again as it is.`

// Clients that see the sentence only, as a proxy passes it on, look for the status in it (MCP Inspector, up to 0.19 at least).
const NO_TOKEN =
  '401 Unauthorized: send an access token in the header Authorization, as Bearer; WWW-Authenticate says where tokens are to be had.'
const BAD_TOKEN =
  '401 Unauthorized: the access token is unknown, has expired or was revoked; refresh it or request access again.'

/** Every address has to say who may call it. */
function refuseToStartUnsaid(app: McpServer): void {
  const registered: RouteOptions[] = []
  app.addHook('onRoute', (route) => void registered.push(route))
  app.addHook('onReady', async () => {
    const unsaid = registered.filter(({ config }) => config?.access === undefined).map(({ url }) => url)
    if (unsaid.length > 0) throw new Error(`these addresses do not say who may call them: ${unsaid}`)
  })
}

/** From the header alone: tokens in addresses end up in logs and histories. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
}

/** With WWW-Authenticate, by which clients find out where tokens are to be had (RFC 6750, RFC 9728). */
function refusals(siteUrl: string) {
  const challenge = `Bearer resource_metadata="${siteUrl}/.well-known/oauth-protected-resource/mcp", scope="${SCOPE}"`
  const refusal = (
    status: number,
    sentence: string,
    error?: 'invalid_token' | 'insufficient_scope',
  ): Refusal => {
    const why = error === undefined ? '' : `, error="${error}", error_description="${sentence}"`
    return new Refusal(status, sentence, { headers: { 'www-authenticate': challenge + why } })
  }
  return {
    withoutToken: () => refusal(401, NO_TOKEN),
    badToken: () => refusal(401, BAD_TOKEN, 'invalid_token'),
    missingScope: () => refusal(403, `The access token lacks the scope ${SCOPE}.`, 'insufficient_scope'),
  }
}
