import {
  type AuthMethod,
  authMethods,
  MOST_REDIRECT_URIS,
  type NewClient,
  type OauthClient,
  oauthScopes,
  redirectTarget,
  redirectUriFault,
  registerClient,
} from '@ecmr/accounts/oauth'
import type { Pool } from 'pg'
import type { McpServer } from '../mcp-server.js'
import { type OauthErrorCode, Refusal } from '../refusal.js'
import { JSON_TYPE, takingOnly } from './requests.js'

/** A longer text is not readable on the page that asks for consent. */
const LONGEST = 100

/**
 * Text that a client sends about itself, as it can be shown: on one line, without characters that cannot be seen or that turn
 * the order of others around. Empty when nothing is left.
 */
function shownText(text: string): string {
  const seen = text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim()
  return [...seen].slice(0, LONGEST).join('').trim()
}

const APPLICATION_TYPES = ['native', 'web'] as const
const LONGEST_ADDRESS = 2_000

/**
 * Reads what a client says of itself when it registers (RFC 7591, section 2). What we do not know is ignored, logos among it; what
 * cannot work is refused; a grant type too many, or another scope, is left out of what is registered. Members that are null count
 * as missing, as many libraries write them so.
 */
function clientMetadata(body: unknown): NewClient {
  const said = membersOf(body)
  const uris = redirectUris(said('redirect_uris'))
  mustInclude('grant_types', 'authorization_code', said)
  mustInclude('response_types', 'code', said)
  text('scope', said)
  return {
    name: shownText(text('client_name', said) ?? '') || shownText(redirectTarget(uris[0])),
    redirect_uris: uris,
    auth_method: authMethod(said),
    application_type: applicationType(said),
    client_uri: httpsAddress(text('client_uri', said)),
    software_id: shownText(text('software_id', said) ?? '') || null,
    software_version: shownText(text('software_version', said) ?? '') || null,
  }
}

type Said = (name: string) => unknown

function membersOf(body: unknown): Said {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('Send a JSON object.')
  const members = new Map<string, unknown>(Object.entries(body))
  return (name) => members.get(name) ?? undefined
}

function redirectUris(value: unknown): readonly [string, ...string[]] {
  const [first, ...others] = Array.isArray(value) ? value : []
  if (first === undefined || others.length >= MOST_REDIRECT_URIS)
    throw refuse(
      `redirect_uris must be a list of 1 to ${MOST_REDIRECT_URIS} addresses.`,
      'invalid_redirect_uri',
    )
  return [redirectUri(first, 0), ...others.map((uri, index) => redirectUri(uri, index + 1))]
}

function redirectUri(uri: unknown, index: number): string {
  const fault = typeof uri === 'string' ? redirectUriFault(uri) : 'It is not text.'
  if (typeof uri === 'string' && fault === undefined) return uri
  throw refuse(`redirect_uris[${index}]: ${fault}`, 'invalid_redirect_uri')
}

/** A client that asks for more gets what there is; one that does not ask for what there is could not work. */
function mustInclude(name: string, ours: string, said: Said): void {
  const value = said(name)
  if (value === undefined || (Array.isArray(value) && value.includes(ours))) return
  throw refuse(`${name} must be a list that includes ${ours}.`)
}

function authMethod(said: Said): AuthMethod {
  // RFC 7591, section 2: who does not say gets a secret. Programs on people's machines say `none`.
  const value = said('token_endpoint_auth_method') ?? 'client_secret_basic'
  const method = authMethods.find((each) => each === value)
  if (method === undefined)
    throw refuse(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}.`)
  return method
}

function applicationType(said: Said): NewClient['application_type'] {
  const value = said('application_type')
  if (value === undefined) return null
  const type = APPLICATION_TYPES.find((each) => each === value)
  if (type === undefined) throw refuse(`application_type must be one of ${APPLICATION_TYPES.join(', ')}.`)
  return type
}

function text(name: string, said: Said): string | undefined {
  const value = said(name)
  if (value === undefined || typeof value === 'string') return value
  throw refuse(`${name} must be text.`)
}

/** Programs under development name their own machine. They are not rejected for it, but the address is not linked. */
function httpsAddress(uri: string | undefined): string | null {
  if (uri === undefined || !URL.canParse(uri)) return null
  const { protocol, username, password, href } = new URL(uri)
  const isPlain = username === '' && password === '' && href.length <= LONGEST_ADDRESS
  return protocol === 'https:' && isPlain ? href : null
}

function refuse(sentence: string, code: OauthErrorCode = 'invalid_client_metadata'): Refusal {
  return new Refusal(400, sentence, { code })
}

/** The answer to a client's registration: its data as stored, which may differ from the request (RFC 7591, section 3.2.1). */
function clientAnswer(client: OauthClient, secret: string | undefined) {
  const { application_type, client_uri, software_id, software_version } = client
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1_000),
    // It ends with the client, which is deleted when it is not used.
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    token_endpoint_auth_method: client.auth_method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: oauthScopes.join(' '),
    ...(application_type !== null && { application_type }),
    ...(client_uri !== null && { client_uri }),
    ...(software_id !== null && { software_id }),
    ...(software_version !== null && { software_version }),
  }
}

/** POST /oauth/register: a client registers itself (RFC 7591). Nothing that it names is fetched. */
export function takeRegistrations(app: McpServer, pool: Pool): void {
  takingOnly(app, JSON_TYPE, parse, (scope) => {
    scope.post('/oauth/register', { config: { access: 'public' } }, async (request, reply) => {
      const registered = await registerClient(pool, clientMetadata(request.body), { address: request.ip })
      if (!registered.ok) throw tooMany(registered.retryAfterSeconds)
      return reply
        .code(201)
        .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
        .send(clientAnswer(registered.client, registered.secret))
    })
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'Send valid JSON.', { code: 'invalid_client_metadata' })
  }
}

function tooMany(seconds: number): Refusal {
  return new Refusal(429, `Too many clients were registered from this network; try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
