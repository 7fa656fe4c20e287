import * as oauth from 'oauth4webapi'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { TestSite } from '../support/site.js'
import type { Callback } from './clients-callback.js'
import { letIn } from './clients-person.js'

// By default the library refuses http; tests have no certificates.
const options = { [oauth.allowInsecureRequests]: true }

/** What the library finds out about a resource by itself: which server lets clients in, and how. */
export async function discovered(endpoint: URL): Promise<oauth.AuthorizationServer> {
  const described = await oauth.resourceDiscoveryRequest(endpoint, options)
  const { authorization_servers } = await oauth.processResourceDiscoveryResponse(endpoint, described)
  const issuer = new URL(authorization_servers?.[0] ?? '')
  const document = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
  return oauth.processDiscoveryResponse(issuer, document)
}

/** A client that a server has just taken up. */
export async function registered(
  server: oauth.AuthorizationServer,
  metadata: Partial<oauth.Client>,
): Promise<oauth.Client> {
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, options)
  return oauth.processDynamicClientRegistrationResponse(answer)
}

/** How a client proves who it is: by what it has registered for. */
export function proofOf({
  token_endpoint_auth_method: method,
  client_secret,
}: oauth.Client): oauth.ClientAuth {
  if (method === 'client_secret_basic') return oauth.ClientSecretBasic(String(client_secret))
  if (method === 'client_secret_post') return oauth.ClientSecretPost(String(client_secret))
  return oauth.None()
}

/** Everything that RFC 6749, 7591, 7636, 8414, 8707, 9207 and 9728 ask of a server, as the library checks it. */
export async function genericWalk(
  t: Test,
  given: {
    readonly endpoint: URL
    readonly site: TestSite
    readonly callback: Callback
    readonly page: Page
  },
): Promise<void> {
  const { endpoint, site, callback, page } = given
  const server = await discovered(endpoint)
  const metadata = {
    client_name: 'Generic',
    redirect_uris: [callback.url],
    token_endpoint_auth_method: 'none',
  }
  const client = await registered(server, metadata)
  await walk(t, { server, client, endpoint, redirectUri: callback.url }, (wanted) =>
    letIn(page, wanted, site, callback),
  )
}

/** From the first question to the last: code, tokens, a call, new tokens, and the end. */
export async function walk(
  t: Test,
  by: {
    readonly server: oauth.AuthorizationServer
    readonly client: oauth.Client
    readonly endpoint: URL
    readonly redirectUri: string
  },
  agree: (wanted: URL) => Promise<URL>,
): Promise<void> {
  const { server, client, endpoint, redirectUri } = by
  const proof = proofOf(client)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const wanted = new URL(server.authorization_endpoint ?? '')
  wanted.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: endpoint.href,
    state,
  }).toString()
  const callback = oauth.validateAuthResponse(server, client, await agree(wanted), state)
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    callback,
    redirectUri,
    verifier,
    { ...options, additionalParameters: { resource: endpoint.href } },
  )
  const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
  t.match(first, { token_type: 'bearer', expires_in: 3600, scope: 'ecmr:read' })
  t.equal(await ping(endpoint, first.access_token), 200)

  const renewed = await oauth.refreshTokenGrantRequest(
    server,
    client,
    proof,
    first.refresh_token ?? '',
    options,
  )
  const second = await oauth.processRefreshTokenResponse(server, client, renewed)
  t.equal(await ping(endpoint, second.access_token), 200)

  const revoked = await oauth.revocationRequest(server, client, proof, second.refresh_token ?? '', options)
  await oauth.processRevocationResponse(revoked)
  await t.rejects(ping(endpoint, second.access_token), {
    code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token', scope: 'ecmr:read' } }],
  })
}

async function ping(endpoint: URL, token: string): Promise<number> {
  const headers = new Headers({ 'content-type': 'application/json' })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const answer = await oauth.protectedResourceRequest(token, 'POST', endpoint, headers, body, options)
  return answer.status
}
