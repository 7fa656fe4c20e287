import {
  askedScopes,
  type ConsentRequest,
  isLoopbackHost,
  isRegisteredRedirectUri,
  isResource,
  type OauthClient,
} from '@ecmr/accounts/oauth'
import type { FastifyReply } from 'fastify'
import type { BadDocument, FindClient, Found } from './find-client.js'

/** Why there is no redirect: the client, or the address to redirect to, is not known. */
export type Stop = 'client' | 'address' | 'no_address' | 'document'

/** What is wrong with a request, in OAuth's code and for the client's developers. */
interface Refusal {
  readonly error: string
  readonly error_description: string
}

type Read =
  | { readonly kind: 'stopped'; readonly stop: Stop; readonly document?: BadDocument }
  /** the person has to log in before the client is looked for */
  | { readonly kind: 'login' }
  | { readonly kind: 'refused'; readonly back: Back; readonly refusal: Refusal }
  | {
      readonly kind: 'asked'
      readonly back: Back
      readonly request: ConsentRequest
      /** the client wants an answer at once, without a page (OpenID Connect Core, section 3.1.2.1) */
      readonly isSilent: boolean
    }

/** Reads an authorization request (RFC 6749, section 4.1.1, as OAuth 2.1 narrows it). */
export async function readRequest(find: FindClient, query: unknown, resource: string): Promise<Read> {
  const asked = parametersOf(query)
  const id = asked.isRepeated('client_id') ? undefined : asked.one('client_id')
  const found: Found = id === undefined ? { kind: 'unknown' } : await find(id)
  if (found.kind === 'login') return found
  if (found.kind === 'unknown') return { kind: 'stopped', stop: 'client' }
  if (found.kind === 'bad_document') return { kind: 'stopped', stop: 'document', document: found }
  const { client } = found
  const redirect_uri = redirectUriOf(client, asked)
  if (redirect_uri === undefined)
    return { kind: 'stopped', stop: asked.one('redirect_uri') === undefined ? 'no_address' : 'address' }
  const state = asked.isRepeated('state') ? undefined : asked.one('state')
  const back = { redirect_uri, ...(state !== undefined && { state }) }
  const refusal = refusalOf(asked, resource)
  if (refusal !== undefined) return { kind: 'refused', back, refusal }
  const scopes = askedScopes(asked.one('scope'))
  if (scopes === undefined) return { kind: 'refused', back, refusal: NO_SUCH_SCOPE }
  const request = { ...back, client, scopes, resource, code_challenge: asked.one('code_challenge') ?? '' }
  const isSilent = (asked.one('prompt') ?? '').split(' ').includes('none')
  return { kind: 'asked', back, request, isSilent }
}

/** Where to send people: as registered, and named in the request unless there is only one. */
function redirectUriOf({ redirect_uris }: OauthClient, asked: Parameters): string | undefined {
  if (asked.isRepeated('redirect_uri')) return undefined
  const named = asked.one('redirect_uri')
  if (named === undefined) return redirect_uris.length === 1 ? redirect_uris[0] : undefined
  return isRegisteredRedirectUri(redirect_uris, named) ? named : undefined
}

/** Of these each may be sent once; RFC 8707 lets a client name several resources. */
const ONCE = [
  'response_type',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'prompt',
  'request',
  'request_uri',
]

/** What SHA-256 comes to in base64url (RFC 7636, section 4.2). */
const CHALLENGE = /^[\w-]{43}$/

const NO_SUCH_SCOPE: Refusal = {
  error: 'invalid_scope',
  error_description: 'The only scope is ecmr:read.',
}

function refusalOf(asked: Parameters, resource: string): Refusal | undefined {
  const refuse = (error: string, error_description: string): Refusal => ({ error, error_description })
  const repeated = ONCE.find((name) => asked.isRepeated(name))
  if (repeated !== undefined) return refuse('invalid_request', `${repeated} is sent more than once.`)
  if (asked.one('request')) return refuse('request_not_supported', 'Send the parameters themselves.')
  if (asked.one('request_uri')) return refuse('request_uri_not_supported', 'Send the parameters themselves.')
  const type = asked.one('response_type')
  if (type === undefined) return refuse('invalid_request', 'response_type is missing: it has to be code.')
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type has to be code.')
  const mode = asked.one('response_mode')
  if (mode !== undefined && mode !== 'query')
    return refuse('invalid_request', 'response_mode can only be query.')
  return challengeRefusal(asked) ?? resourceRefusal(asked, resource)
}

function challengeRefusal(asked: Parameters): Refusal | undefined {
  const refuse = (error_description: string): Refusal => ({ error: 'invalid_request', error_description })
  const challenge = asked.one('code_challenge')
  if (challenge === undefined) return refuse('code_challenge is missing: PKCE is required.')
  // Left out it means plain (RFC 7636, section 4.3), which shows the verifier to anyone who sees the address.
  if (asked.one('code_challenge_method') !== 'S256') return refuse('code_challenge_method has to be S256.')
  if (!CHALLENGE.test(challenge)) return refuse('code_challenge has to be 43 characters of base64url.')
  return undefined
}

function resourceRefusal(asked: Parameters, resource: string): Refusal | undefined {
  if (asked.all('resource').every((named) => isResource(named, resource))) return undefined
  return { error: 'invalid_target', error_description: `resource can only be ${resource}` }
}

/** The parameters of an authorization request. One without a value counts as not sent (RFC 6749, section 3.1). */
interface Parameters {
  /** the value; of several the first */
  one(name: string): string | undefined
  all(name: string): readonly string[]
  isRepeated(name: string): boolean
}

function parametersOf(query: unknown): Parameters {
  const all = (name: string): readonly string[] => {
    if (typeof query !== 'object' || query === null || !Object.hasOwn(query, name)) return []
    return [Reflect.get(query, name)].flat().filter((value) => typeof value === 'string' && value !== '')
  }
  return { one: (name) => all(name)[0], all, isRepeated: (name) => all(name).length > 1 }
}

/** Where a client wants a person sent back to; both are good. */
export interface Back {
  readonly redirect_uri: string
  readonly state?: string
}

/** The answer to a client: a code, or why there is none (RFC 6749, section 4.1.2). */
export type Answer =
  | { readonly code: string }
  | { readonly error: string; readonly error_description: string }

/**
 * The address that tells a client the answer. It also says whose answer it is, so that a client that talks to several
 * servers cannot be made to mix them up (RFC 9207). What stands in the client's own query stays as it is.
 *
 * @param issuer our own site
 */
export function addressBack({ redirect_uri, state }: Back, answer: Answer, issuer: string): string {
  const told = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer })
  const uri = redirect_uri.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
  if (!uri.includes('?')) return `${uri}?${told}`
  return /[?&]$/.test(uri) ? `${uri}${told}` : `${uri}&${told}`
}

/** Sends a person back to the client. Nothing from us goes along but what the address says. */
export function leadBack(reply: FastifyReply, back: Back, answer: Answer, issuer: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(addressBack(back, answer, issuer), 303)
}

/** What waits where a person is sent back to. */
type TargetKind = 'site' | 'computer' | 'app'

/** Whether a redirect URI leads to a web site, a program of the same computer, or an app by a scheme of its own. */
export function targetKind(redirectUri: string): TargetKind {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return 'app'
  return isLoopbackHost(hostname) ? 'computer' : 'site'
}
