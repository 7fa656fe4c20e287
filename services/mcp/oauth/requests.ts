import { authenticateClient, type ClientProof, type OauthClient } from '@ecmr/accounts/oauth'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

/** No request here needs more. */
const LARGEST_BODY = 65_536

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

/**
 * Registers addresses that take bodies of one media type, and no other.
 *
 * @param read makes of the text what the handlers get
 */
export function takingOnly(
  app: McpServer,
  type: typeof FORM | typeof JSON_TYPE,
  read: (text: string) => unknown,
  register: (scope: McpServer) => void,
): void {
  app.register((scope: McpServer, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
      async (_request: FastifyRequest, bytes: Buffer) => read(textOf(bytes)),
    )
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = LARGEST_BODY
      route.config = { ...route.config, takes: type }
    })
    register(scope)
    done()
  })
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(400, 'Send the body in UTF-8.')
  }
}

/** The parameters of a request, which come in its body only: addresses end up in logs. */
export interface Form {
  /** `undefined` when it is missing; one without a value counts as missing (RFC 6749, section 3.2) */
  find(name: string): string | undefined
  /** Throws a refusal that names it when it is missing. */
  take(name: string): string
}

/** Parses a form. Unknown parameters are ignored, those that come twice are rejected. */
export function formOf(body: unknown): Form {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams()
  const find = (name: string): string | undefined => {
    const [value, ...more] = fields.getAll(name)
    if (more.length > 0) throw new Refusal(400, `${name} stands in the request more than once.`)
    if (value !== undefined && holdsOddities(value))
      throw new Refusal(400, `${name} holds control characters, or is not in UTF-8.`)
    return value === '' ? undefined : value
  }
  return {
    find,
    take(name) {
      const value = find(name)
      if (value === undefined) throw new Refusal(400, `${name} is missing.`)
      return value
    },
  }
}

/** Control characters, and U+FFFD, which stands for what could not be decoded. */
function holdsOddities(value: string): boolean {
  return /[\p{Cc}\ufffd]/u.test(value)
}

/** What a client says of itself in the header Authorization. */
interface BasicCredentials {
  readonly id: string
  readonly secret: string
}

/**
 * Reads the header Authorization as a client sends it: scheme Basic, id and secret each encoded as in a form first (RFC 6749,
 * section 2.3.1). `undefined` when it is anything else.
 */
function basicCredentials(authorization: string): BasicCredentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) return undefined
  try {
    return { id: formDecoded(id), secret: formDecoded(secret) }
  } catch {
    return undefined
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

/** The client that sends a request, which it proves in the way that it has registered for. Throws a refusal otherwise. */
export async function clientOf(pool: Pool, request: FastifyRequest, form: Form): Promise<OauthClient> {
  const { authorization } = request.headers
  const proof = authorization === undefined ? proofInForm(form) : proofInHeader(authorization, form)
  const client = await authenticateClient(pool, proof)
  if (client === undefined) throw invalidClient(authorization !== undefined)
  return client
}

function proofInForm(form: Form): ClientProof {
  const id = form.take('client_id')
  const secret = form.find('client_secret')
  return secret === undefined ? { id, method: 'none' } : { id, method: 'client_secret_post', secret }
}

function proofInHeader(authorization: string, form: Form): ClientProof {
  const credentials = basicCredentials(authorization)
  if (credentials === undefined) throw invalidClient(true)
  if (form.find('client_secret') !== undefined)
    throw new Refusal(
      400,
      'Send the secret in one way only: in the header Authorization or as client_secret.',
    )
  if ((form.find('client_id') ?? credentials.id) !== credentials.id)
    throw new Refusal(400, 'client_id names another client than the header Authorization.')
  return { ...credentials, method: 'client_secret_basic' }
}

/** A challenge is for those who have tried the header: with one, a browser would ask its user for a password. */
function invalidClient(hasTriedHeader: boolean): Refusal {
  const sentence =
    'The client is unknown, its secret is wrong, or it has registered for another token_endpoint_auth_method. Register again if it was not used for long.'
  return new Refusal(401, sentence, {
    code: 'invalid_client',
    ...(hasTriedHeader && { headers: { 'www-authenticate': 'Basic realm="oauth"' } }),
  })
}
