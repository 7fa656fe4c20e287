import {
  type AuthMethod,
  authMethods,
  MOST_REDIRECT_URIS,
  type NewClient,
  redirectTarget,
  redirectUriFault,
} from '@ecmr/accounts/oauth'
import { type OauthErrorCode, Refusal } from '../../refusal.js'
import { shownText } from './shown-text.js'

const APPLICATION_TYPES = ['native', 'web'] as const
const LONGEST_ADDRESS = 2_000

/**
 * Reads what a client says of itself when it registers (RFC 7591, section 2). What we do not know is ignored, logos among it; what
 * cannot work is refused; a grant type too many, or another scope, is left out of what is registered. Members that are null count
 * as missing, as many libraries write them so.
 */
export function clientMetadata(body: unknown): NewClient {
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
