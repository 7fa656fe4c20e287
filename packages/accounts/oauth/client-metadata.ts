import { type AuthMethod, authMethods, type NewClient } from './model.js'
import { MOST_REDIRECT_URIS, redirectTarget, redirectUriFault } from './redirect-uris.js'

/** What a client says of itself, as it can be used; or which rule it breaks, for the client's developers. */
export type ClientMetadata =
  | { readonly ok: true; readonly client: NewClient }
  | { readonly ok: false; readonly code: MetadataFaultCode; readonly sentence: string }

/** Codes of RFC 7591, section 3.2.2. */
export type MetadataFaultCode = 'invalid_redirect_uri' | 'invalid_client_metadata'

/**
 * Reads what a client says of itself when it registers (RFC 7591, section 2). What we do not know is ignored, logos among it; what
 * cannot work is refused; a grant type too many, or another scope, is left out of what is registered. Members that are null count
 * as missing, as many libraries write them so.
 *
 * @param unsaidMethod how a client authenticates that does not say so
 */
export function readClientMetadata(
  body: unknown,
  // RFC 7591, section 2: such clients get a secret. Programs on people's machines say `none`.
  unsaidMethod: AuthMethod = 'client_secret_basic',
): ClientMetadata {
  try {
    return { ok: true, client: clientOf(body, unsaidMethod) }
  } catch (error) {
    if (error instanceof MetadataFault) return { ok: false, code: error.code, sentence: error.message }
    throw error
  }
}

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

function clientOf(body: unknown, unsaidMethod: AuthMethod): NewClient {
  const said = membersOf(body)
  const uris = redirectUris(said('redirect_uris'))
  mustInclude('grant_types', 'authorization_code', said)
  mustInclude('response_types', 'code', said)
  text('scope', said)
  return {
    name: shownText(text('client_name', said) ?? '') || shownText(redirectTarget(uris[0])),
    redirect_uris: uris,
    auth_method: authMethod(said, unsaidMethod),
    application_type: applicationType(said),
    client_uri: httpsAddress(text('client_uri', said)),
    software_id: shownText(text('software_id', said) ?? '') || null,
    software_version: shownText(text('software_version', said) ?? '') || null,
  }
}

type Said = (name: string) => unknown

function membersOf(body: unknown): Said {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fault('Send a JSON object.')
  const members = new Map<string, unknown>(Object.entries(body))
  return (name) => members.get(name) ?? undefined
}

function redirectUris(value: unknown): readonly [string, ...string[]] {
  const [first, ...others] = Array.isArray(value) ? value : []
  if (first === undefined || others.length >= MOST_REDIRECT_URIS)
    throw fault(
      `redirect_uris must be a list of 1 to ${MOST_REDIRECT_URIS} addresses.`,
      'invalid_redirect_uri',
    )
  return [redirectUri(first, 0), ...others.map((uri, index) => redirectUri(uri, index + 1))]
}

function redirectUri(uri: unknown, index: number): string {
  const wrong = typeof uri === 'string' ? redirectUriFault(uri) : 'It is not text.'
  if (typeof uri === 'string' && wrong === undefined) return uri
  throw fault(`redirect_uris[${index}]: ${wrong}`, 'invalid_redirect_uri')
}

/** A client that asks for more gets what there is; one that does not ask for what there is could not work. */
function mustInclude(name: string, ours: string, said: Said): void {
  const value = said(name)
  if (value === undefined || (Array.isArray(value) && value.includes(ours))) return
  throw fault(`${name} must be a list that includes ${ours}.`)
}

function authMethod(said: Said, unsaid: AuthMethod): AuthMethod {
  const value = said('token_endpoint_auth_method') ?? unsaid
  const method = authMethods.find((each) => each === value)
  if (method === undefined)
    throw fault(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}.`)
  return method
}

function applicationType(said: Said): NewClient['application_type'] {
  const value = said('application_type')
  if (value === undefined) return null
  const type = APPLICATION_TYPES.find((each) => each === value)
  if (type === undefined) throw fault(`application_type must be one of ${APPLICATION_TYPES.join(', ')}.`)
  return type
}

function text(name: string, said: Said): string | undefined {
  const value = said(name)
  if (value === undefined || typeof value === 'string') return value
  throw fault(`${name} must be text.`)
}

/** Programs under development name their own machine. They are not rejected for it, but the address is not linked. */
function httpsAddress(uri: string | undefined): string | null {
  if (uri === undefined || !URL.canParse(uri)) return null
  const { protocol, username, password, href } = new URL(uri)
  const isPlain = username === '' && password === '' && href.length <= LONGEST_ADDRESS
  return protocol === 'https:' && isPlain ? href : null
}

class MetadataFault extends Error {
  override readonly name = 'MetadataFault'
  constructor(
    readonly code: MetadataFaultCode,
    sentence: string,
  ) {
    super(sentence)
  }
}

function fault(sentence: string, code: MetadataFaultCode = 'invalid_client_metadata'): MetadataFault {
  return new MetadataFault(code, sentence)
}
