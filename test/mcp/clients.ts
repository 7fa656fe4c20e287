import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { EcmrRecord } from '@ecmr/contract'
import type { OAuthDiscoveryState } from '@modelcontextprotocol/client'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import * as oauth from 'oauth4webapi'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { portOf } from '../support/port-of.js'
import type { TestSite } from '../support/site.js'

/** The loopback address where a client on a person's machine waits for the redirect from the consent page. */
interface Callback {
  readonly url: string
  /** the address that a browser, sent back, opens next */
  next(): Promise<URL>
}

/** A client's own little server, as RFC 8252, section 7.3, has it. */
export async function openCallback(t: Test): Promise<Callback> {
  let arrived: (url: URL) => void = () => undefined
  const server = createServer((request, response) => {
    // Closed at once: a browser's idle connection would hold up the end.
    const headers = { 'content-type': 'text/html; charset=utf-8', connection: 'close' }
    response
      .writeHead(200, headers)
      .end('<!doctype html><title>Back</title><link rel="icon" href="data:,">Back')
    arrived(new URL(request.url ?? '', url))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${portOf(server)}/callback`
  return {
    url,
    next: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
  }
}

/** A person whom a client sends to a page: logs in with a password, consents, and is redirected to the client. */
export async function letIn(
  page: Page,
  wanted: URL,
  { person, company }: Pick<TestSite, 'person' | 'company'>,
  callback: Callback,
): Promise<URL> {
  const back = callback.next()
  await page.goto(wanted.href)
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByText(company.name).first().waitFor()
  await page.getByRole('button', { name: 'Autorizar' }).click()
  return back
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Every tool, with arguments, and what its answer holds at least. */
function toolCalls({ id, ecmr_number }: EcmrRecord) {
  return [
    {
      name: 'buscar_ecmrs',
      args: { limit: 5 },
      holds: { structuredContent: { data: [{ id, ecmr_number }] } },
    },
    { name: 'ver_ecmr', args: { id, incluir_historial: true }, holds: { structuredContent: { id } } },
    { name: 'consultar_tracking', args: { ecmr_number }, holds: { structuredContent: { ecmr_number } } },
    { name: 'listar_webhooks', args: {}, holds: { structuredContent: { data: [] } } },
    { name: 'extraer_documento', args: { image: PIXEL }, holds: { isError: true } },
    {
      name: 'estado_conexion',
      args: {},
      holds: { structuredContent: { company: { name: 'Transportes Guadalquivir' } } },
    },
  ]
}

/** A client of either generation. */
interface Caller {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<unknown>
}

/** Lists the tools and calls each of them, as clients check what is answered: against the schema that the list promises. */
export async function callEveryTool(t: Test, client: Caller, note: EcmrRecord): Promise<void> {
  const calls = toolCalls(note)
  const { tools } = await client.listTools()
  t.same(
    tools.map(({ name }) => name),
    calls.map(({ name }) => name),
  )
  for (const { name, args, holds } of calls)
    t.match(await client.callTool({ name, arguments: args }), holds, name)
}

/** What a client keeps of its connection, in the shape that the official packages of both generations ask for. */
export class ClientMemory {
  /** where it last wanted its person's browser to go */
  wanted: URL | undefined
  held: OAuthTokens | undefined
  client: OAuthClientInformationMixed | undefined
  readonly clientMetadata: OAuthClientMetadata
  readonly redirectUrl: string
  readonly #state = randomUUID()
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor(name: string, redirectUrl: string) {
    this.redirectUrl = redirectUrl
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    return this.#state
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client
  }

  tokens(): OAuthTokens | undefined {
    return this.held
  }

  saveTokens(tokens: OAuthTokens): void {
    this.held = tokens
  }

  redirectToAuthorization(url: URL): void {
    this.wanted = url
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered
  }

  /** called when the server has said that they are of no use any more */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.held = undefined
    if (scope === 'all' || scope === 'client') this.client = undefined
    if (scope === 'all' || scope === 'discovery') this.#discovered = undefined
  }
}

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
function proofOf({ token_endpoint_auth_method: method, client_secret }: oauth.Client): oauth.ClientAuth {
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
