import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/requests.js'

const resource = Type.Object({
  resource: Type.String(),
  authorization_servers: Type.Array(Type.String(), { minItems: 1 }),
})
const server = Type.Object({ issuer: Type.String(), token_endpoint: Type.String() })

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'containers', version: '1' },
  },
}

/** An assistant without a token is told where tokens are to be had, and finds the server that gives them. */
export async function mcpChallenge(site: string): Promise<void> {
  const refused = await fetch(`${site}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(initialize),
  })
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const metadata = /^Bearer resource_metadata="([^"]+)"/.exec(challenge)?.[1]
  if (refused.status !== 401 || metadata === undefined)
    throw new Error(`/mcp answers ${refused.status} with the challenge "${challenge}"`)
  const described = await bodyOf(await fetch(metadata), resource)
  if (described.resource !== `${site}/mcp`) throw new Error(`the resource is ${described.resource}`)
  const [issuer = ''] = described.authorization_servers
  const { token_endpoint } = await bodyOf(
    await fetch(new URL('/.well-known/oauth-authorization-server', issuer)),
    server,
  )
  if (!token_endpoint.startsWith(`${site}/`)) throw new Error(`tokens are at ${token_endpoint}`)
}
