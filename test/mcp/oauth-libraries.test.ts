import { once } from 'node:events'
import { createServer } from 'node:net'
import * as oauth from 'oauth4webapi'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { agree, signedInAt } from './oauth-caller.js'

// What generic OAuth libraries do and insist on, over real HTTP: discovery, registration, a code, refresh, revocation.

const port = await freePort()
const siteUrl = `http://127.0.0.1:${port}`
const mcp = await buildTestMcp(t, () => ({ siteUrl }))
await mcp.app.listen({ host: '127.0.0.1', port })
const lucia = await signedInAt(mcp, mcp.haulier)
const insecure = { [oauth.allowInsecureRequests]: true }
const CALLBACK = 'http://127.0.0.1:7357/callback'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const authentications = {
  none: () => oauth.None(),
  client_secret_basic: (secret: string) => oauth.ClientSecretBasic(secret),
  client_secret_post: (secret: string) => oauth.ClientSecretPost(secret),
} as const

for (const [method, authentication] of Object.entries(authentications))
  t.test(`a client that proves itself by ${method} goes all the way`, async (t) => {
    const resource = new URL(`${siteUrl}/mcp`)
    const found = await oauth.resourceDiscoveryRequest(resource, insecure)
    const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(resource, found)
    const issuer = new URL(authorization_servers[0] ?? '')
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, discovered)

    const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: method, client_name: 'Library' }
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, metadata, insecure),
    )
    const proof = authentication(String(client.client_secret))

    const agreed = await agree(mcp, lucia, { id: client.client_id }, CALLBACK)
    const callback = new URLSearchParams({ code: agreed.code, state: 'state', iss: siteUrl })
    const codeAnswer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      proof,
      oauth.validateAuthResponse(as, client, callback, 'state'),
      CALLBACK,
      agreed.code_verifier,
      insecure,
    )
    const first = await oauth.processAuthorizationCodeResponse(as, client, codeAnswer)
    t.match(first, { token_type: 'bearer', scope: 'ecmr:read', expires_in: 3_600 })

    const refreshing = await oauth.refreshTokenGrantRequest(
      as,
      client,
      proof,
      first.refresh_token ?? '',
      insecure,
    )
    const next = await oauth.processRefreshTokenResponse(as, client, refreshing)
    t.equal((await call(next.access_token)).status, 200)

    const revoking = await oauth.revocationRequest(as, client, proof, next.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(revoking)
    await t.rejects(call(next.access_token), { code: oauth.WWW_AUTHENTICATE_CHALLENGE })
    const late = await oauth.refreshTokenGrantRequest(as, client, proof, next.refresh_token ?? '', insecure)
    t.match(await failure(oauth.processRefreshTokenResponse(as, client, late)), {
      error: 'invalid_grant',
      status: 400,
    })
  })

/** What a library makes of a refusal. */
function failure(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function call(token: string): Promise<Response> {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  return oauth.protectedResourceRequest(token, 'POST', new URL(`${siteUrl}/mcp`), headers, ping, insecure)
}

t.test('a library understands why a client is turned away', async (t) => {
  const issuer = new URL(siteUrl)
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const as = await oauth.processDiscoveryResponse(issuer, discovered)
  const unknown = { client_id: '00000000-0000-4000-8000-000000000000' }
  const answer = await oauth.refreshTokenGrantRequest(as, unknown, oauth.None(), 'x', insecure)
  t.match(await failure(oauth.processRefreshTokenResponse(as, unknown, answer)), {
    error: 'invalid_client',
    status: 401,
  })
  const registering = await oauth.dynamicClientRegistrationRequest(
    as,
    { redirect_uris: ['http://evil.example/'] },
    insecure,
  )
  t.match(await failure(oauth.processDynamicClientRegistrationResponse(registering)), {
    error: 'invalid_redirect_uri',
  })
})
